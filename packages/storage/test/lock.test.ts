import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { HoldfastError } from "@holdfast/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asLockFailure } from "../src/lock/lock-failure.ts";
import { inspectLock, setAsideForeignLock } from "../src/lock/lock-file.ts";
import { takeWriterLock } from "../src/lock/take-writer-lock.ts";
import { readWriterNote } from "../src/lock/writer-note.ts";
import { writersHere } from "../src/lock/writers-here.ts";
import { SqliteFailure } from "../src/sqlite/database.ts";
import { driverName, openDatabase } from "../src/sqlite/open-database.ts";
import { beside, ended, startChild } from "./start-child.ts";

let folder: string;
let path: string;
let noteFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-lock-"));
  path = join(folder, "canonical-writer.lock");
  noteFile = join(folder, "canonical-writer.json");
});

afterEach(() => {
  expect(writersHere().size).toBe(0);
  rmSync(folder, { recursive: true });
});

const noon = "2030-01-01T12:00:00.000Z";

function take(over: { retryMs?: number; command?: string } = {}) {
  const { retryMs = 60, command = "save" } = over;
  const purpose = { command, run_id: "run_test" };
  return takeWriterLock({
    path,
    noteFile,
    purpose,
    pid: process.pid,
    host: "here",
    now: () => new Date(noon),
    retryMs,
  });
}

async function refusal(attempt: Promise<unknown>): Promise<{ code: string; message: string; hint: string }> {
  const error = await attempt.then(
    () => expect.fail("it was not refused"),
    (thrown: HoldfastError) => thrown,
  );
  return { code: error.code, message: error.message, hint: error.hint };
}

function child(mode: "hold" | "try", retryMs = 60, options: { uid?: number; gid?: number } = {}) {
  return startChild(beside("lock-child.ts"), [mode, folder, String(retryMs)], options);
}

describe("one holder", () => {
  test("a lock is an empty file that only its owner may read, and stays empty while it is held and after", async () => {
    const lock = await take();
    expect(statSync(path).size).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await lock.stillHeld();
    await lock.release();
    expect(statSync(path).size).toBe(0);
  });

  test("a second holder in the same process is refused, and told who holds it and since when", {
    tags: ["single-writer"],
  }, async () => {
    const lock = await take({ command: "reconcile" });
    expect(await refusal(take())).toEqual({
      code: "writer_busy",
      message: `\`reconcile\` of this process is at work since ${noon}.`,
      hint: expect.stringContaining("stays staged"),
    });
    await lock.release();
    await (await take()).release();
  });

  test("who waits gets the place as soon as it is free, and the event loop turns meanwhile", async () => {
    const lock = await take();
    let turns = 0;
    const turning = setInterval(() => turns++, 5);
    const waiting = take({ retryMs: 2_000 });
    await new Promise((done) => setTimeout(done, 200));
    await lock.release();
    await (await waiting).release();
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
  });

  test("of twenty that ask at once each gets it once, one after the other", async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const lock = await take({ retryMs: 5_000 });
        most = Math.max(most, ++inside);
        await new Promise((done) => setTimeout(done, 2));
        inside--;
        await lock.release();
      }),
    );
    expect(most).toBe(1);
  });

  test("releasing twice harms no one who took it in between", async () => {
    const first = await take();
    await first.release();
    const second = await take();
    await first.release();
    await second.stillHeld();
    expect(readWriterNote({ noteFile, host: "here" })?.pid).toBe(process.pid);
    await second.release();
  });

  test("what was released is not held", async () => {
    const lock = await take();
    await lock.release();
    expect((await refusal(lock.stillHeld())).code).toBe("store_changed");
  });
});

describe("other processes", () => {
  test("a holder in another process is named by its pid", async () => {
    const { child: holder, said } = child("hold");
    expect(await said).toMatchObject({ kind: "held" });
    const { code, message } = await refusal(take());
    expect(code).toBe("writer_busy");
    expect(message).toContain(`\`reconcile\` (process ${holder.pid}) since 20`);
    holder.stdin?.write("done\n");
    await ended(holder);
    await (await take()).release();
  });

  test("another process is refused while this one holds it", { tags: ["single-writer"] }, async () => {
    const lock = await take();
    expect(await child("try").said).toMatchObject({ kind: "refused", code: "writer_busy" });
    await lock.release();
    expect(await child("try").said).toMatchObject({ kind: "held" });
  });

  test("a refused attempt in this process does not let another process in", async () => {
    const lock = await take();
    await refusal(take());
    expect(await child("try").said).toMatchObject({ kind: "refused", code: "writer_busy" });
    await lock.release();
  });

  test("a killed holder blocks no one, not even for a moment", { tags: ["dead-holder"] }, async () => {
    const { child: holder, said } = child("hold");
    await said;
    holder.kill("SIGKILL");
    await ended(holder);
    expect(existsSync(noteFile)).toBe(true);
    expect(readWriterNote({ noteFile, host: "here" })).toBeUndefined();
    await (await take({ retryMs: 0 })).release();
    expect(existsSync(noteFile)).toBe(false);
  });

  test("a suspended holder still holds it, and is named", async () => {
    const { child: holder, said } = child("hold");
    await said;
    holder.kill("SIGSTOP");
    expect((await refusal(take())).message).toContain(`(process ${holder.pid})`);
    holder.kill("SIGKILL");
    await ended(holder);
  });

  test("a removed lock file is noticed by its holder, and the next one takes the new file", async () => {
    const lock = await take();
    unlinkSync(path);
    expect((await refusal(lock.stillHeld())).code).toBe("store_changed");
    expect(await child("try").said).toMatchObject({ kind: "held" });
    expect((await refusal(lock.stillHeld())).code).toBe("store_changed");
    await lock.release();
  });
});

test("a second copy of the library with its own copy of SQLite is excluded, and its attempt loses no lock", {
  tags: ["single-writer"],
}, async () => {
  const copy = join(folder, "copy");
  copyLibrary(copy);
  const script = join(folder, "two-copies.mts");
  writeFileSync(script, twoCopies(beside("../src/lock/take-writer-lock.ts"), copy));
  const { child: both, said } = startChild(script, [folder]);
  expect(await said).toEqual({ addons: builtIn() ? 0 : 2, second: "writer_busy" });
  expect(await child("try").said).toMatchObject({ kind: "refused", code: "writer_busy" });
  both.stdin?.write("done\n");
  await ended(both);
  expect(await child("try").said).toMatchObject({ kind: "held" });
});

/** Whether SQLite is part of the host, so that a process has only one copy of it. */
function builtIn(): boolean {
  return isBuiltin(driverName());
}

/** Sources, schema and addon as a host would have them in another node_modules. */
function copyLibrary(copy: string): void {
  const require = createRequire(beside("../src/sqlite/load-driver.ts"));
  cpSync(beside("../src"), join(copy, "src"), { recursive: true });
  writeFileSync(join(copy, "package.json"), JSON.stringify({ type: "module" }));
  mkdirSync(join(copy, "node_modules/@holdfast"), { recursive: true });
  symlinkSync(
    realpathSync(beside("../node_modules/@holdfast/schema")),
    join(copy, "node_modules/@holdfast/schema"),
  );
  symlinkSync(realpathSync(beside("../node_modules/yaml")), join(copy, "node_modules/yaml"));
  if (builtIn()) return;
  const addon = dirname(require.resolve(`${driverName()}/package.json`));
  cpSync(realpathSync(addon), join(copy, "node_modules", driverName()), { recursive: true });
  for (const name of ["bindings", "file-uri-to-path"]) {
    const from = createRequire(realpathSync(join(addon, "package.json")));
    try {
      cpSync(dirname(from.resolve(`${name}/package.json`)), join(copy, "node_modules", name), {
        recursive: true,
      });
    } catch {
      if (driverName() === "better-sqlite3-node20" && name === "bindings")
        throw new TypeError("no bindings to copy");
    }
  }
}

function twoCopies(first: string, copy: string): string {
  return `
import { readFileSync } from "node:fs";
const [folder] = process.argv.slice(2);
const request = { path: folder + "/canonical-writer.lock", noteFile: folder + "/canonical-writer.json", purpose: { command: "save", run_id: "r" },
  pid: process.pid, host: "here", now: () => new Date(), retryMs: 60 };
const one = await import(${JSON.stringify(first)});
const two = await import(${JSON.stringify(join(copy, "src/lock/take-writer-lock.ts"))});
const { openDatabase } = await import(${JSON.stringify(join(copy, "src/sqlite/open-database.ts"))});
openDatabase(":memory:", { busyMs: 0 }).close();
const lock = await one.takeWriterLock(request);
const second = await two.takeWriterLock(request).then(() => "held", (error) => error.code);
const addons = new Set(readFileSync("/proc/self/maps", "utf8").match(/\\/\\S*better[-_]sqlite3\\S*\\.node/g));
process.stdout.write(JSON.stringify({ addons: addons.size, second }) + "\\n");
await new Promise((done) => process.stdin.on("data", done));
await lock.release();
process.exit(0);
`;
}

describe("what is not our lock", () => {
  const strange: { [what: string]: () => void } = {
    "a text file": () => writeFileSync(path, "4711 2026-01-01\n"),
    "a folder": () => mkdirSync(path),
    "a link": () => symlinkSync(join(folder, "elsewhere"), path),
    "a link to a lock": () => {
      writeFileSync(join(folder, "elsewhere"), "");
      symlinkSync(join(folder, "elsewhere"), path);
    },
    "a database with something in it": () => {
      const database = openDatabase(path, { busyMs: 0 });
      database.exec("create table t(x)");
      database.close();
    },
  };

  for (const [what, make] of Object.entries(strange)) {
    test(`${what} of that name is refused, untouched, and set aside on request`, async () => {
      make();
      const before = lstatSync(path).ino;
      const { code, hint } = await refusal(take());
      expect(code).toBe("lock_unreadable");
      expect(hint).toContain("holdfast doctor --fix");
      expect(inspectLock(path).kind).toBe("foreign");
      expect(lstatSync(path).ino).toBe(before);
      expect(existsSync(join(folder, "elsewhere"))).toBe(what === "a link to a lock");

      const aside = setAsideForeignLock(path);
      expect(aside).toBe(`${path}.set-aside-1`);
      expect(lstatSync(`${path}.set-aside-1`).ino).toBe(before);
      expect(inspectLock(path)).toEqual({ kind: "missing" });
      await (await take()).release();
    });
  }

  test("setting aside twice keeps both, and leaves a usable lock alone", () => {
    for (const text of ["one", "two"]) {
      writeFileSync(path, text);
      setAsideForeignLock(path);
    }
    expect(readFileSync(`${path}.set-aside-1`, "utf8")).toBe("one");
    expect(readFileSync(`${path}.set-aside-2`, "utf8")).toBe("two");
    writeFileSync(path, "");
    expect(inspectLock(path)).toEqual({ kind: "usable" });
    expect(setAsideForeignLock(path)).toBeUndefined();
  });
});

describe("where nothing can be written", () => {
  const asRoot = process.getuid?.() === 0;
  const nobody = { uid: 65_534, gid: 65_534 };

  test.runIf(asRoot)(
    "a folder that is not ours to write is read-only, and no lock is left in it",
    async () => {
      chmodSync(folder, 0o755);
      expect(await child("try", 60, nobody).said).toMatchObject({ kind: "refused", code: "store_read_only" });
      expect(existsSync(path)).toBe(false);
    },
  );

  test.runIf(asRoot)("a lock file that is not ours to write is read-only", async () => {
    writeFileSync(path, "");
    chmodSync(path, 0o444);
    chmodSync(folder, 0o755);
    chownSync(folder, nobody.uid, nobody.gid);
    expect(await child("try", 60, nobody).said).toMatchObject({ kind: "refused", code: "store_read_only" });
  });

  test.each([
    [Object.assign(new TypeError("x"), { code: "EROFS" }), "store_read_only"],
    [Object.assign(new TypeError("x"), { code: "EACCES" }), "store_read_only"],
    [Object.assign(new TypeError("x"), { code: "ENOSPC" }), "disk_full"],
    [Object.assign(new TypeError("x"), { code: "EIO" }), "disk_failed"],
    [Object.assign(new TypeError("x"), { code: "ENOENT" }), "disk_failed"],
    [new SqliteFailure("damaged", "x"), "lock_unreadable"],
    [new SqliteFailure("read_only", "x"), "store_read_only"],
    [new SqliteFailure("cannot_open", "x"), "store_read_only"],
    [new SqliteFailure("full", "x"), "disk_full"],
    [new SqliteFailure("failed", "x"), "disk_failed"],
  ])("%o is %s", (error, code) => {
    expect(asLockFailure(error, "/lock").code).toBe(code);
  });

  test("a missing folder is an error, and leaves no registration", async () => {
    path = join(folder, "nowhere/canonical-writer.lock");
    expect((await refusal(take())).code).toBe("disk_failed");
  });
});

describe("the note", () => {
  const note = { command: "save", run_id: "run_1", pid: process.pid, host: "here", since: noon };

  test.each([
    ["as written", JSON.stringify(note), note],
    ["of a dead process", JSON.stringify({ ...note, pid: 2 ** 22 + 1 }), undefined],
    ["of another host", JSON.stringify({ ...note, host: "there" }), undefined],
    ["half written", JSON.stringify(note).slice(0, 20), undefined],
    ["with a strange pid", JSON.stringify({ ...note, pid: -1 }), undefined],
    ["with control characters", JSON.stringify({ ...note, command: "\u001b[2J" }), undefined],
    ["of another shape", "[]", undefined],
  ])("%s", (_, text, read) => {
    writeFileSync(noteFile, text);
    expect(readWriterNote({ noteFile, host: "here" })).toEqual(read);
  });

  test("a link of its name is neither followed nor believed", async () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, JSON.stringify(note));
    symlinkSync(victim, noteFile);
    expect(readWriterNote({ noteFile, host: "here" })).toBeUndefined();
    const lock = await take();
    expect(readWriterNote({ noteFile, host: "here" })).toMatchObject({ run_id: "run_test" });
    await lock.release();
    expect(readFileSync(victim, "utf8")).toBe(JSON.stringify(note));
  });

  test("a note that can't be written does not keep the lock from being taken", async () => {
    mkdirSync(noteFile);
    await (await take()).release();
  });
});
