import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { HoldfastError } from "@holdfast/schema";
import { aCandidate, failingDisk } from "@holdfast/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { realDisk } from "../src/disk/real-disk.ts";
import type { MemoryIndex } from "../src/index/memory-index.ts";
import { onlyWhereThereIsAFolder } from "../src/index/only-where-there-is-a-folder.ts";
import { openDatabase } from "../src/sqlite/open-database.ts";
import { type IndexFolder, indexFolder, manyRecords } from "./index-folder.ts";
import { beside, ended, startChild } from "./start-child.ts";

let folder: IndexFolder;
beforeEach(() => {
  folder = indexFolder();
});
afterEach(() => folder.end());

/** Bytes that look like nothing, the same in every run. */
function garbage(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = 12_345;
  for (let i = 0; i < size; i++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[i] = state >> 16;
  }
  return bytes;
}

const size = () => statSync(folder.databasePath).size;
const inFull = (bytes: Uint8Array) => writeFileSync(folder.databasePath, bytes);

const harms: { [what: string]: () => void } = {
  removed: () => rmSync(folder.databasePath, { force: true }),
  "removed with its log": () => {
    for (const name of readdirSync(folder.dir))
      if (name.startsWith("index.db")) rmSync(join(folder.dir, name));
  },
  "cut to nothing": () => truncateSync(folder.databasePath, 0),
  "cut to half": () => truncateSync(folder.databasePath, Math.floor(size() / 2)),
  "cut to half, at a page": () => truncateSync(folder.databasePath, Math.floor(size() / 8_192) * 4_096),
  "garbage, smaller": () => inFull(garbage(Math.floor(size() / 3))),
  "garbage of its size": () => inFull(garbage(size())),
  "garbage, greater": () => inFull(garbage(size() + 5_000)),
  "garbage, greater by a page": () => inFull(garbage(size() + 4_096)),
  "garbage in its first page": () => {
    const bytes = readFileSync(folder.databasePath);
    bytes.set(garbage(1_024), 0);
    inFull(bytes);
  },
  "someone else's database": () => {
    rmSync(folder.databasePath, { force: true });
    const other = openDatabase(folder.databasePath, { busyMs: 0 });
    other.exec("create table theirs (x)");
    other.close();
  },
  "of another version": () => {
    const other = openDatabase(folder.databasePath, { busyMs: 0 });
    other.exec("pragma user_version = 99");
    other.close();
  },
  "a link": () => {
    rmSync(folder.databasePath, { force: true });
    symlinkSync("/dev/null", folder.databasePath);
  },
};

const records = manyRecords(120);
const asked = aCandidate({ summary: records[7]!.summary, detail: "Ask team7.", category: "domain" });

async function everything(index: MemoryIndex): Promise<unknown> {
  return {
    rows: (await index.rows()).map(({ id }) => id).sort(),
    first: (await index.similar(asked)).records[0]?.id,
    hit: (await index.search("number7 port", { limit: 3 }))[0]?.row.id,
    settled: (await index.settled(records.map(({ sources }) => sources[0]!.candidate_id))).size,
  };
}

const whole = {
  rows: records.map(({ id }) => id).sort(),
  first: records[7]!.id,
  hit: records[7]!.id,
  settled: 120,
};

/** Everything in the main file, as after a checkpoint. */
function checkpoint(): void {
  const database = openDatabase(folder.databasePath, { busyMs: 1_000 });
  database.get("pragma wal_checkpoint(truncate)");
  database.close();
}

for (const [what, harm] of Object.entries(harms)) {
  describe(`an index that is ${what}`, () => {
    test("between two runs is rebuilt, and every answer is right", async () => {
      for (const record of records) folder.put(record);
      const before = folder.open();
      expect(await everything(before)).toEqual(whole);
      await before.close();
      harm();
      expect(await everything(folder.open())).toEqual(whole);
    });

    test.each(["in its log", "in its file"])(
      "between two questions, with all %s, still answers right",
      async (where) => {
        for (const record of records) folder.put(record);
        const index = folder.open();
        expect(await everything(index)).toEqual(whole);
        if (where === "in its file") checkpoint();
        harm();
        expect(await everything(index)).toEqual(whole);
        expect(await index.refresh()).toMatchObject({ changed: 0, unreadable: [] });
        expect(await everything(folder.open())).toEqual(whole);
        expect(readdirSync(folder.dir).filter((name) => name.includes("db")).length).toBeLessThanOrEqual(3);
      },
    );

    test("in the middle of adds loses none of them, and fails none", async () => {
      const index = folder.open();
      await index.refresh();
      for (const [n, record] of records.entries()) {
        await index.add([folder.put(record)], []);
        if (n === 40) checkpoint();
        if (n === 60 || n === 90) harm();
      }
      expect(await everything(index)).toEqual(whole);
    });
  });
}

test("a rebuilt index says so once, and from how much", async () => {
  for (const record of records.slice(0, 5)) folder.put(record);
  const index = folder.open();
  await index.rows();
  await index.close();
  inFull(garbage(9_000));
  await index.rows();
  await index.rows();
  expect(folder.warnings).toEqual(["The search index was damaged and has been rebuilt from 5 records."]);
});

test("a first build is no warning, and refresh tells a rebuilt index from a new one", async () => {
  folder.put(records[0]!);
  const index = folder.open();
  expect(await index.refresh()).toEqual({ changed: 1, rebuilt: false, unreadable: [] });
  checkpoint();
  inFull(garbage(size()));
  expect(await index.refresh()).toMatchObject({ changed: 1, rebuilt: true });
});

describe("while another writer is active", () => {
  test("a damaged index is left alone, and the answer comes from the files", async () => {
    for (const record of records) folder.put(record);
    inFull(garbage(5_000));
    let busy = true;
    const exclusively = async <T>(fn: () => Promise<T>) => (busy ? undefined : fn());
    const index = folder.open({ exclusively });
    expect(await everything(index)).toEqual(whole);
    expect(readFileSync(folder.databasePath)).toEqual(Buffer.from(garbage(5_000)));
    expect(folder.warnings).toEqual([expect.stringContaining("another writer is active")]);
    busy = false;
    expect(await everything(index)).toEqual(whole);
    expect(folder.warnings[1]).toContain("rebuilt from 120 records");
  });

  test("a guard that fails is a reason, not an error", async () => {
    folder.put(records[0]!);
    inFull(garbage(5_000));
    const refusal = new HoldfastError("store_read_only", "The folder is read-only.", {
      hint: "Make it writable.",
    });
    const index = folder.open({ exclusively: () => Promise.reject(refusal) });
    expect(await index.rows()).toHaveLength(1);
    expect(folder.warnings).toEqual([expect.stringContaining("The folder is read-only.")]);
  });

  test("a healthy index needs no guard", async () => {
    folder.put(records[0]!);
    const index = folder.open({ exclusively: () => expect.fail("it was asked") });
    expect(await index.rows()).toHaveLength(1);
    await index.close();
    expect(await folder.open({ exclusively: () => expect.fail("it was asked") }).rows()).toHaveLength(1);
  });
});

test("where no database can be created, answers come from the files, with a warning", {
  tags: ["index-failure-warns"],
}, async () => {
  folder.put(records[0]!);
  const disk = failingDisk(realDisk(), { at: 1, code: "store_read_only", lasting: true });
  const index = folder.open({ disk });
  expect(await index.rows()).toHaveLength(1);
  await index.add([folder.put(records[1]!)], []);
  expect(await index.rows()).toHaveLength(2);
  expect(folder.warnings[0]).toContain("Answers are read from the files");
  expect(existsSync(folder.databasePath)).toBe(false);
});

test("a folder in the place of the index is not touched", async () => {
  mkdirSync(folder.databasePath);
  folder.put(records[0]!);
  expect(await folder.open().rows()).toHaveLength(1);
  expect(readdirSync(folder.databasePath)).toEqual([]);
});

test("a failing add is a warning, and the index catches up", async () => {
  const index = folder.open();
  await index.refresh();
  const other = openDatabase(folder.databasePath, { busyMs: 0 });
  other.exec("begin immediate");
  await index.add([folder.put(records[0]!)], []);
  expect(folder.warnings).toEqual([expect.stringContaining("did not learn")]);
  other.close();
  expect(await index.rows()).toHaveLength(1);
});

test("a folder that could not be looked at once is asked again", async () => {
  let denied = 0;
  const index = onlyWhereThereIsAFolder(folder.open(), {
    disk: realDisk(),
    dir: folder.dir,
    onFirst: async () => {
      if (denied++ === 0)
        throw new HoldfastError("store_unreadable", "Permission denied.", { hint: "Nothing was changed." });
    },
  });
  await expect(index.outline()).rejects.toThrow("Permission denied.");
  expect(await index.outline()).toEqual([]);
});

test("a busy database is waited for without blocking, and then answered from the files", async () => {
  folder.put(records[0]!);
  const index = folder.open();
  await index.rows();
  folder.put(records[1]!);
  const other = openDatabase(folder.databasePath, { busyMs: 0 });
  other.exec("begin immediate");
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  expect((await index.refresh()).rebuilt).toBe(false);
  clearInterval(turning);
  expect(turns).toBeGreaterThan(10);
  other.close();
  expect(await index.rows()).toHaveLength(2);
});

test("a process that keeps a removed index open does no harm to the new one, and finds it", async () => {
  for (const record of records.slice(0, 20)) folder.put(record);
  const { child, said } = startChild(beside("index-child.ts"), [folder.dir, "hold"]);
  expect(await said).toEqual({ rows: 20 });
  rmSync(folder.databasePath);
  const index = folder.open();
  await index.add([folder.put(records[20]!)], []);
  expect(await index.rows()).toHaveLength(21);
  let answer = "";
  child.stdout?.on("data", (bytes) => {
    answer += bytes;
  });
  child.stdin?.write("go\n");
  await ended(child);
  expect(JSON.parse(answer)).toEqual({ rows: 21 });
  expect(await index.rows()).toHaveLength(21);
  expect(await folder.open().rows()).toHaveLength(21);
});

for (const part of ["-shm", "-wal"]) {
  test.each(["cut to nothing", "overwritten", "removed"])(
    `a process whose index${part} is %s lives on`,
    async (harm) => {
      for (const record of records.slice(0, 20)) folder.put(record);
      const { child, said } = startChild(beside("index-child.ts"), [folder.dir, "hold"]);
      expect(await said).toEqual({ rows: 20 });
      const path = folder.databasePath + part;
      if (harm === "cut to nothing") truncateSync(path, 0);
      else if (harm === "removed") rmSync(path);
      else writeFileSync(path, garbage(7_000));
      let answer = "";
      child.stdout?.on("data", (bytes) => {
        answer += bytes;
      });
      child.stdin?.write("go\n");
      await ended(child);
      expect({ code: child.exitCode, answer: JSON.parse(answer) }).toEqual({ code: 0, answer: { rows: 20 } });
      expect(await folder.open().rows()).toHaveLength(20);
    },
  );
}

test("a killed first build is finished by the next process", async () => {
  for (const record of manyRecords(1_000)) folder.put(record);
  const { child } = startChild(beside("index-child.ts"), [folder.dir, "hold"]);
  while (!existsSync(`${folder.databasePath}-wal`)) await new Promise((done) => setTimeout(done, 5));
  await new Promise((done) => setTimeout(done, 60));
  child.kill("SIGKILL");
  await ended(child);
  expect(await folder.open().rows()).toHaveLength(1_000);
}, 60_000);
