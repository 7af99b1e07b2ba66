import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { aCandidate, aRecord, memoryDisk } from "@holdfast/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { oneAtATime } from "../src/index/one-at-a-time.ts";
import { openIndex } from "../src/index/open-index.ts";
import { renderRecord } from "../src/records/render-record.ts";
import { aLine, type IndexFolder, indexFolder, manyRecords } from "./index-folder.ts";
import { beside, startChild } from "./start-child.ts";
import { withoutPrivilege } from "./without-privilege.ts";

let folder: IndexFolder;
beforeEach(() => {
  folder = indexFolder();
});
afterEach(() => folder.end());

const inLessons = (name: string) => join(folder.dir, "lessons", name);

describe("what people do to the files", () => {
  test("a file written by hand, without frontmatter, is found after a refresh", async () => {
    const index = folder.open();
    await index.refresh();
    writeFileSync(inLessons("mine.md"), "# Restart the gateway\n\nIt leaks.\n");
    expect(await index.search("gateway", { limit: 5 })).toEqual([]);
    expect(await index.refresh()).toEqual({ changed: 1, rebuilt: false, unreadable: [] });
    const [hit] = await index.search("gateway", { limit: 5 });
    expect(hit?.row).toMatchObject({
      summary: "Restart the gateway",
      trust: "user",
      path: inLessons("mine.md"),
    });
  });

  test("an edited file is answered as it is now, without a refresh", async () => {
    const added = folder.put(aRecord({ id: "rec_a", summary: "Restart the gateway", triggers: [] }));
    const index = folder.open();
    await index.refresh();
    writeFileSync(added.path, renderRecord({ ...added.record, summary: "Restart the gateway at noon" }));
    expect((await index.search("gateway", { limit: 5 }))[0]?.row.summary).toBe("Restart the gateway at noon");
    writeFileSync(added.path, renderRecord({ ...added.record, summary: "Water the plants" }));
    expect(await index.search("gateway", { limit: 5 })).toEqual([]);
    expect((await index.rows())[0]?.summary).toBe("Water the plants");
  });

  test("what an edit in place put there is found after a refresh, among many files and of the same size", {
    tags: ["files-are-yours"],
  }, async () => {
    const added = folder.put(aRecord({ id: "rec_a", summary: "Restart the gateway", triggers: [] }));
    for (const record of manyRecords(300)) folder.put(record);
    const index = folder.open();
    await index.refresh();
    writeFileSync(added.path, renderRecord({ ...added.record, summary: "Restart the printer" }));
    expect(await index.refresh()).toMatchObject({ changed: 1 });
    expect((await index.search("printer", { limit: 5 }))[0]?.row.id).toBe("rec_a");
  });

  test("an edit that keeps size and time is seen by its inode", async () => {
    const added = folder.put(aRecord({ id: "rec_a", summary: "Restart the gateway" }));
    const index = folder.open();
    await index.refresh();
    const text = readFileSync(added.path, "utf8").replaceAll("gateway", "servers");
    const { atime, mtime } = statSync(added.path);
    writeFileSync(`${added.path}.new`, text);
    renameSync(`${added.path}.new`, added.path);
    utimesSync(added.path, atime, mtime);
    expect((await index.rows())[0]?.summary).toBe("Restart the servers");
  });

  test("a removed file is neither found, nor a neighbour, nor settles its candidate", async () => {
    const added = folder.put(aRecord({ id: "rec_a" }));
    const index = folder.open();
    await index.refresh();
    const { candidate_id } = added.record.sources[0]!;
    expect((await index.settled([candidate_id])).size).toBe(1);
    folder.remove(added);
    expect((await index.settled([candidate_id])).size).toBe(0);
    expect((await index.similar(aCandidate())).records).toEqual([]);
    expect(await index.refresh()).toMatchObject({ changed: 0 });
    expect(await index.counts()).toMatchObject({ current: 0 });
  });

  test("a file that can't be read is told, with its path, each time until it is put right", async () => {
    const index = folder.open();
    writeFileSync(inLessons("bad.md"), "---\nid: rec_a\n");
    mkdirSync(inLessons("folder.md"));
    symlinkSync("/etc/hostname", inLessons("link.md"));
    for (let time = 0; time < 2; time++) {
      const { unreadable } = await index.refresh();
      expect(unreadable.map(({ path }) => path)).toEqual(["bad.md", "folder.md", "link.md"].map(inLessons));
    }
    writeFileSync(inLessons("bad.md"), "# Good\n");
    expect((await index.refresh()).unreadable).toHaveLength(2);
    expect(await index.rows()).toHaveLength(1);
  });

  test("of two files with one id the first by name counts, and the other takes its place when it goes", async () => {
    const record = aRecord({ id: "rec_a" });
    const second = folder.put({ ...record, summary: "The copy" }, "b.md");
    const index = folder.open();
    expect((await index.refresh()).unreadable).toEqual([]);
    const first = folder.put(record, "a.md");
    const { unreadable } = await index.refresh();
    expect(unreadable).toEqual([
      { path: second.path, message: expect.stringContaining("same id as lessons/a.md") },
    ]);
    expect((await index.rows()).map(({ path }) => path)).toEqual([first.path]);
    folder.remove(first);
    expect((await index.refresh()).unreadable).toEqual([]);
    expect((await index.rows()).map(({ path }) => path)).toEqual([second.path]);
  });

  test("what is being written, and what is no Markdown, is passed over", async () => {
    writeFileSync(inLessons(".half.md.1-1.tmp"), "#");
    writeFileSync(inLessons(".hidden.md"), "# Hidden");
    writeFileSync(inLessons("notes.txt"), "notes");
    expect(await folder.open().refresh()).toEqual({ changed: 0, rebuilt: false, unreadable: [] });
  });
});

describe("the ledger", () => {
  test("is read on, line by line, and a cut-off line counts once it is whole", async () => {
    const index = folder.open();
    folder.appendLedger(aLine({ candidate_id: "cand_1" }));
    expect(await index.findLedger("")).toHaveLength(1);
    const ledger = join(folder.dir, "ledger.jsonl");
    const line = `${JSON.stringify(aLine({ candidate_id: "cand_2" }))}\n`;
    writeFileSync(ledger, line.slice(0, 40), { flag: "a" });
    expect(await index.findLedger("")).toHaveLength(1);
    writeFileSync(ledger, line.slice(40), { flag: "a" });
    expect((await index.findLedger("")).map((known) => known.candidate_id)).toEqual(["cand_1", "cand_2"]);
  });

  const changes: { [what: string]: (path: string) => void } = {
    "replaced by another": (path) => {
      writeFileSync(`${path}.new`, `${JSON.stringify(aLine({ candidate_id: "cand_9" }))}\n`);
      renameSync(`${path}.new`, path);
    },
    "cut short": (path) => writeFileSync(path, `${JSON.stringify(aLine({ candidate_id: "cand_9" }))}\n`),
    "edited in place at the same length": (path) =>
      writeFileSync(
        path,
        readFileSync(path, "utf8").replaceAll("cand_1", "cand_9").replaceAll("cand_2", "cand_9"),
      ),
    "edited in place and longer": (path) =>
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(/cand_[12]"/g, 'cand_9999"')),
  };
  for (const [what, change] of Object.entries(changes)) {
    test(`${what} is read anew`, async () => {
      const index = folder.open();
      folder.appendLedger(aLine({ candidate_id: "cand_1" }), aLine({ candidate_id: "cand_2" }));
      expect(await index.findLedger("")).toHaveLength(2);
      change(join(folder.dir, "ledger.jsonl"));
      const known = await index.findLedger("");
      expect(known.every(({ candidate_id }) => candidate_id.startsWith("cand_9"))).toBe(true);
      expect(known.length).toBeGreaterThan(0);
      expect(await index.findLedger("cand_1")).toEqual([]);
    });
  }

  test("gone is empty", async () => {
    const index = folder.open();
    folder.appendLedger(aLine());
    expect(await index.findLedger("")).toHaveLength(1);
    rmSync(join(folder.dir, "ledger.jsonl"));
    expect(await index.findLedger("")).toEqual([]);
  });

  test("with lines that can't be read says how many", async () => {
    const index = folder.open();
    folder.appendLedger(aLine());
    writeFileSync(join(folder.dir, "ledger.jsonl"), "{not json}\n", { flag: "a" });
    const { unreadable } = await index.refresh();
    expect(unreadable).toEqual([
      { path: join(folder.dir, "ledger.jsonl"), message: expect.stringContaining("One") },
    ]);
  });

  test("of a megabyte is read in parts, and whole", async () => {
    const detail = "x".repeat(900);
    const lines = Array.from({ length: 1_000 }, (_, n) =>
      aLine({ candidate_id: `cand_${n}` }, aCandidate({ detail })),
    );
    folder.appendLedger(...lines);
    const index = folder.open();
    let turns = 0;
    const turning = setInterval(() => turns++, 1);
    expect((await index.findLedger("")).map(({ candidate_id }) => candidate_id)).toEqual(
      lines.map(({ candidate_id }) => candidate_id),
    );
    clearInterval(turning);
    expect(turns).toBeGreaterThan(5);
    expect((await index.refresh()).changed).toBe(0);
  });
});

describe("adding", () => {
  test("what is added is known at once, and the next refresh reads nothing again", async () => {
    const index = folder.open();
    await index.refresh();
    const added = folder.put(aRecord({ id: "rec_a" }));
    const line = aLine({ candidate_id: "cand_9", record_id: "rec_a" });
    folder.appendLedger(line);
    await index.add([added], [line]);
    expect(await index.rows()).toMatchObject([{ id: "rec_a", reinforced: 2 }]);
    expect(await index.refresh()).toEqual({ changed: 0, rebuilt: false, unreadable: [] });
  });

  test("a path inside the folder is as good as an absolute one", async () => {
    const index = folder.open();
    await index.refresh();
    const { record } = folder.put(aRecord({ id: "rec_a" }));
    await index.add([{ record, path: "lessons/rec_a.md" }], []);
    expect(await index.refresh()).toMatchObject({ changed: 0 });
  });

  test("adding twice is adding once, and a changed status replaces the old one", async () => {
    const index = folder.open();
    await index.refresh();
    const added = folder.put(aRecord({ id: "rec_a" }));
    await index.add([added], []);
    await index.add([added], []);
    expect(await index.counts()).toMatchObject({ current: 1, archived: 0 });
    await index.add([folder.put({ ...added.record, status: "archived" })], []);
    expect(await index.counts()).toMatchObject({ current: 0, archived: 1 });
    expect(await index.search(added.record.summary, { limit: 5 })).toEqual([]);
  });

  test("to an index that was never built is no shortcut: the first question reads everything", async () => {
    folder.put(aRecord({ id: "rec_a" }));
    const index = folder.open();
    await index.add([folder.put(aRecord({ id: "rec_b" }))], []);
    expect(await index.rows()).toHaveLength(2);
  });
});

test("what another process adds is known here, and the other way round", async () => {
  const index = folder.open();
  await index.add([folder.put(aRecord({ id: "rec_here" }))], []);
  expect(await index.rows()).toHaveLength(1);
  expect(await startChild(beside("index-child.ts"), [folder.dir, "rec_there"]).said).toEqual({ rows: 2 });
  expect(await index.rows()).toHaveLength(2);
  expect(await index.refresh()).toMatchObject({ changed: 0 });
});

test("an index over a disk in memory works like any other", async () => {
  const disk = memoryDisk();
  await disk.makeFolder("/m/lessons");
  const record = aRecord();
  await disk.create("/m/lessons/a.md", new TextEncoder().encode(renderRecord(record)));
  const options = { disk, dir: "/m", scope: "project" as const, databasePath: ":memory:" };
  const index = openIndex({ ...options, onWarning: expect.fail, exclusively: (fn) => fn() });
  expect((await index.similar(aCandidate())).records).toEqual([record]);
  await index.close();
});

test("opening touches nothing", async () => {
  const index = folder.open();
  expect(() => statSync(folder.databasePath)).toThrow();
  await index.rows();
  expect(statSync(folder.databasePath).mode & 0o777).toBe(0o600);
  expect(statSync(`${folder.databasePath}-wal`).mode & 0o777).toBe(0o600);
});

test("a refresh of many unchanged files is quick and lets the event loop turn", async () => {
  for (const record of manyRecords(1_500)) folder.put(record);
  const index = folder.open();
  let longest = 0;
  let last = performance.now();
  const turning = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await index.refresh();
  clearInterval(turning);
  expect(longest).toBeLessThan(400);
  const started = performance.now();
  expect(await index.refresh()).toMatchObject({ changed: 0 });
  expect(performance.now() - started).toBeLessThan(1_000);
}, 60_000);

test("a closed index opens again when it is asked", async () => {
  const index = folder.open();
  folder.put(aRecord());
  expect(await index.rows()).toHaveLength(1);
  await index.close();
  expect(await index.rows()).toHaveLength(1);
});

test("a file without permission costs only itself", async () => {
  const { path } = folder.put(aRecord({ id: "rec_a" }));
  folder.put(aRecord({ id: "rec_b" }));
  chmodSync(path, 0o000);
  chmodSync(folder.dir, 0o777);
  await withoutPrivilege(async () => {
    const index = folder.open();
    expect((await index.refresh()).unreadable).toHaveLength(1);
    expect(await index.rows()).toHaveLength(1);
    await index.close();
  });
});

test("work in turn is done in order, and a failure is its caller's alone", async () => {
  const inTurn = oneAtATime();
  const done: number[] = [];
  const first = inTurn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    done.push(1);
  });
  const second = inTurn(() => Promise.reject(new TypeError("no")));
  const third = inTurn(async () => done.push(3));
  await expect(second).rejects.toThrow("no");
  await Promise.all([first, third]);
  expect(done).toEqual([1, 3]);
});
