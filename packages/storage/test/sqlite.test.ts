import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isHoldfastError } from "@holdfast/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chooseDrivers } from "../src/sqlite/choose-driver.ts";
import { isSqliteFailure } from "../src/sqlite/database.ts";
import { firstThatWorks, loadByName } from "../src/sqlite/load-driver.ts";
import { driverName, openDatabase } from "../src/sqlite/open-database.ts";
import { readTrouble } from "../src/sqlite/read-trouble.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-sqlite-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the driver", () => {
  test.each([
    ["Node 20", { napi: "9" }, ["better-sqlite3-node20", "node:sqlite"]],
    ["Node 22.14", { napi: "10" }, ["better-sqlite3", "node:sqlite"]],
    ["Node 26", { napi: "11" }, ["better-sqlite3", "node:sqlite"]],
    ["Bun, whatever Node-API it claims", { bun: "1.4.5", napi: "10" }, ["bun:sqlite"]],
  ])("%s", (_, versions, names) => {
    expect(chooseDrivers(versions)).toEqual(names);
  });

  test("on this host one of the chosen ones works, and is named", () => {
    expect(chooseDrivers(process.versions)).toContain(driverName());
  });

  test("one that does not load is passed over", () => {
    const works = loadByName(driverName());
    const driver = firstThatWorks(["better-sqlite3", "node:sqlite"], (name) => {
      if (name === "better-sqlite3") throw new TypeError("not built");
      return works;
    });
    expect(driver).toBe(works);
  });

  test("one that loads but opens nothing is passed over", () => {
    const works = loadByName(driverName());
    const hollow = { name: "better-sqlite3" as const, open: () => expect.fail("no binary") };
    expect(
      firstThatWorks(["better-sqlite3", "node:sqlite"], (name) => (name === "node:sqlite" ? works : hollow)),
    ).toBe(works);
  });

  test("without any, the error says what was tried and what to install", () => {
    const load = () => {
      throw new TypeError("not there\nRequire stack: ...");
    };
    try {
      firstThatWorks(["better-sqlite3", "node:sqlite"], load);
      expect.fail("a driver was found");
    } catch (error) {
      if (!isHoldfastError(error, "sqlite_missing")) throw error;
      expect(error.message).toContain("better-sqlite3: not there; node:sqlite: not there");
      expect(error.hint).toContain("Install better-sqlite3");
    }
  });
});

describe("a database", () => {
  test("keeps texts, numbers and nulls as they are", () => {
    const database = openDatabase(":memory:", { busyMs: 0 });
    database.exec("create table t(a, b, c)");
    expect(database.run("insert into t values (?, ?, ?)", "ä\u0000😀", 2 ** 53 - 1, null)).toEqual({
      changes: 1,
    });
    expect(database.get("select * from t")).toEqual({ a: "ä\u0000😀", b: 2 ** 53 - 1, c: null });
    expect(database.get("select * from t where a = ?", "other")).toBeUndefined();
    expect(database.all("select b from t")).toEqual([{ b: 2 ** 53 - 1 }]);
    database.close();
  });

  test("takes back everything that a failing transaction did", () => {
    const database = openDatabase(":memory:", { busyMs: 0 });
    database.exec("create table t(a unique)");
    const twice = () =>
      database.transaction(() => {
        database.run("insert into t values (1)");
        database.run("insert into t values (1)");
      });
    expect(twice).toThrow();
    expect(database.all("select * from t")).toEqual([]);
    expect(database.transaction(() => database.run("insert into t values (1)").changes)).toBe(1);
    database.close();
  });

  test("closed twice is closed, and says so when used", () => {
    const database = openDatabase(":memory:", { busyMs: 0 });
    database.close();
    database.close();
    expect(() => database.get("select 1")).toThrow("closed");
  });

  test("that is locked elsewhere is busy at once", () => {
    const path = join(folder, "a.db");
    const [one, two] = [openDatabase(path, { busyMs: 0 }), openDatabase(path, { busyMs: 0 })];
    one.exec("begin exclusive");
    expect(troubleOf(() => two.exec("begin exclusive"))).toBe("busy");
    one.close();
    two.exec("begin exclusive");
    two.close();
  });

  test("that can't be opened says so", () => {
    expect(troubleOf(() => openDatabase(join(folder, "no/where.db"), { busyMs: 0 }))).toBe("cannot_open");
  });

  test("has full-text search, with deletions from a table without content", () => {
    const database = openDatabase(":memory:", { busyMs: 0 });
    database.exec(`create virtual table f using fts5(a, content='', contentless_delete=1, tokenize="ascii")`);
    database.run("insert into f(rowid, a) values (1, 'x y')");
    expect(database.all("select rowid from f where f match ?", '"y"')).toEqual([{ rowid: 1 }]);
    database.run("delete from f where rowid = 1");
    expect(database.all("select rowid from f where f match ?", '"y"')).toEqual([]);
    database.close();
  });
});

function troubleOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isSqliteFailure(error)) return error.trouble;
    throw error;
  }
  return "none";
}

test.each([
  ["better-sqlite3's", { code: "SQLITE_BUSY" }, "busy"],
  ["better-sqlite3's extended", { code: "SQLITE_IOERR_WRITE" }, "failed"],
  ["better-sqlite3's for a virtual table", { code: "SQLITE_CORRUPT_VTAB" }, "damaged"],
  ["node:sqlite's", { code: "ERR_SQLITE_ERROR", errcode: 26 }, "damaged"],
  ["node:sqlite's extended", { code: "ERR_SQLITE_ERROR", errcode: 267 }, "damaged"],
  ["bun:sqlite's", { code: "SQLITE_BUSY", errno: 5 }, "busy"],
  ["bun:sqlite's without a name", { errno: 13 }, "full"],
  ["anything else", "broken", "failed"],
])("%s error is read", (_, error, trouble) => {
  expect(readTrouble(error)).toBe(trouble);
});
