import {
  countFates,
  type Disk,
  noCounts,
  type OutcomeRow,
  type RunLogLine,
  type RunReport,
} from "@holdfast/schema";
import { everyDeath, memoryDisk, noon, runUntil } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { appendRunLog } from "../src/run-log/append-run-log.ts";
import { boundRunLog } from "../src/run-log/bound-run-log.ts";
import { readRunLog } from "../src/run-log/read-run-log.ts";
import { appendTurns, turnsReader } from "../src/turns/turns.ts";

const path = "/m/runs.jsonl";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const json = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const idOf = (n: number) => `run_20300101T12${String(n).padStart(4, "0")}_abcdef`;

const outcome = (id: string, fate: OutcomeRow["fate"] = "add"): OutcomeRow => ({
  candidate_id: id,
  scope: "project",
  fate,
  reason: "New.",
});

const started = (n: number): RunLogLine => ({
  kind: "started",
  run_id: idOf(n),
  command: "reconcile",
  model: "local/rules",
  at: noon,
});

const chunk = (n: number, outcomes: OutcomeRow[] = [outcome("cand_1")]): RunLogLine => ({
  kind: "chunk",
  run_id: idOf(n),
  outcomes,
  ms: 10.4,
  model_calls: 1,
});

function finished(n: number): RunLogLine & { kind: "finished" } {
  const report: Omit<RunReport, "outcomes"> = {
    run_id: idOf(n),
    command: "reconcile",
    status: "completed",
    model: "local/rules",
    started_at: noon,
    duration_ms: 12,
    counts: { ...noCounts, staged: 1, add: 1 },
    model_calls: 1,
    tokens: { input: 5, output: 6 },
    warnings: ["w"],
  };
  return { kind: "finished", run_id: idOf(n), report };
}

describe("reading the run log", () => {
  test("composes reports, newest first, with what their chunks did", () => {
    const log = json([started(1), chunk(1), finished(1), started(2), chunk(2, []), finished(2)]);
    expect(readRunLog(bytesOf(log))).toEqual([
      { ...finished(2).report, outcomes: [] },
      { ...finished(1).report, outcomes: [outcome("cand_1")] },
    ]);
  });

  test("a run that never finished was interrupted, and its chunks tell what it did", () => {
    const outcomes = [outcome("cand_1"), outcome("cand_2", "rejected")];
    expect(readRunLog(bytesOf(json([started(1), chunk(1, outcomes), chunk(1, [])])))).toEqual([
      {
        run_id: idOf(1),
        command: "reconcile",
        status: "interrupted",
        model: "local/rules",
        started_at: noon,
        duration_ms: 21,
        counts: countFates(outcomes),
        model_calls: 2,
        tokens: { input: 0, output: 0 },
        outcomes,
        warnings: [],
      },
    ]);
  });

  test("the active run is left out until it has finished", () => {
    const log = [started(1), chunk(1)];
    expect(readRunLog(bytesOf(json(log)), idOf(1))).toEqual([]);
    expect(readRunLog(bytesOf(json([...log, finished(1)])), idOf(1))).toHaveLength(1);
  });

  test("a candidate that several chunks looked at ended as the last of them says", () => {
    const log = [chunk(1, [outcome("cand_1", "rejected"), outcome("cand_2")]), chunk(1, [outcome("cand_1")])];
    const [report] = readRunLog(bytesOf(json([started(1), ...log])));
    expect(report?.outcomes).toEqual([outcome("cand_1"), outcome("cand_2")]);
    expect(report?.counts).toMatchObject({ staged: 2, add: 2 });
  });

  test("lines that can't be read are passed over, a torn tail too", () => {
    const log = `oops\n{}\n${json([started(1)])}\n{"kind":"chunk"}\n${json([finished(1)])}{"kind":"sta`;
    expect(readRunLog(bytesOf(log))).toEqual([{ ...finished(1).report, outcomes: [] }]);
  });

  test("a run whose first line was lost is placed by its id", () => {
    const [report] = readRunLog(bytesOf(json([chunk(3)])));
    expect(report).toMatchObject({ command: "unknown", started_at: "2030-01-01T12:00:03.000Z" });
    expect(readRunLog(bytesOf(json([{ ...chunk(3), run_id: "mine" }])))).toEqual([]);
  });
});

describe("appending to the run log", () => {
  const lines = [started(1), chunk(1), finished(1)];
  const log = async (disk: Disk) => {
    for (const line of lines) await appendRunLog(disk, path, line);
  };
  const start = () => {
    const disk = memoryDisk();
    void disk.makeFolder("/m");
    return disk;
  };

  test("does not wait for the disk", async () => {
    const disk = start();
    await log(disk);
    expect(disk.files()[path]).toBe(json(lines));
    expect((await disk.afterKill().read(path))?.length).toBeGreaterThan(0);
  });

  test("after a death anywhere, the next line is whole", async () => {
    for (const death of await everyDeath(log, start)) {
      const disk = (await runUntil(death, log, start)).afterKill();
      await appendRunLog(disk, path, finished(2));
      expect(readRunLog((await disk.read(path))!)[0]?.run_id, death.title).toBe(idOf(2));
    }
  });
});

describe("bounding the run log", () => {
  const withLog = async (text: string) => {
    const disk = memoryDisk();
    await disk.makeFolder("/m");
    await disk.append(path, bytesOf(text));
    return disk;
  };
  const many = Array.from({ length: 10 }, (_, n) => [started(n), chunk(n), finished(n)]);

  test("within its bounds changes nothing", async () => {
    const disk = await withLog(json(many.flat()));
    const before = await disk.stat(path);
    expect(await boundRunLog(disk, path, { runs: 10, bytes: before!.size })).toBe(false);
    expect(await disk.stat(path)).toEqual(before);
    expect(await boundRunLog(memoryDisk(), path, { runs: 1, bytes: 1 })).toBe(false);
  });

  test("keeps the newest runs, whole", { tags: ["bounded-log"] }, async () => {
    const disk = await withLog(json(many.flat()));
    expect(await boundRunLog(disk, path, { runs: 4, bytes: 1e6 })).toBe(true);
    expect(disk.afterPowerCut().files()[path]).toBe(json(many.slice(-4).flat()));
  });

  test("keeps the newest lines that fit, of one large run its end", { tags: ["bounded-log"] }, async () => {
    const disk = await withLog(json([started(1), ...Array(50).fill(chunk(1)), finished(1)]));
    const bytes = bytesOf(json([chunk(1), chunk(1), finished(1)])).length + 5;
    expect(await boundRunLog(disk, path, { runs: 200, bytes })).toBe(true);
    expect(disk.files()[path]).toBe(json([chunk(1), chunk(1), finished(1)]));
    expect(readRunLog((await disk.read(path))!)).toHaveLength(1);
  });

  test("drops a line that alone is too large", async () => {
    const disk = await withLog(json([finished(1)]));
    await boundRunLog(disk, path, { runs: 200, bytes: 10 });
    expect(disk.files()[path]).toBe("");
  });
});

/** What a file that holds this text says, read from its beginning. */
async function turnsOf(bytes: Uint8Array) {
  const disk = memoryDisk();
  await disk.makeFolder("/m");
  await disk.create("/m/consolidated.jsonl", bytes);
  return turnsReader(disk, "/m/consolidated.jsonl")();
}

describe("the turns that were read", () => {
  const turnsPath = "/m/consolidated.jsonl";
  const turn = (key: string) => ({ key, session_id: "session-1", at: noon });
  const append = async (disk: Disk) => {
    await appendTurns(disk, turnsPath, [turn("a")]);
    await appendTurns(disk, turnsPath, [turn("b"), turn("c")]);
  };

  test("survive a power cut once they are remembered", async () => {
    const disk = memoryDisk();
    await append(disk);
    expect((await turnsOf((await disk.afterPowerCut().read(turnsPath))!)).read).toEqual(
      new Set(["a", "b", "c"]),
    );
  });

  test("after a death anywhere, those remembered later are whole", async () => {
    for (const death of await everyDeath(append)) {
      const disk = (await runUntil(death, append)).afterKill();
      await appendTurns(disk, turnsPath, [turn("d")]);
      expect((await turnsOf((await disk.read(turnsPath))!)).read, death.title).toContain("d");
    }
  });

  test("are read past what is no such line", async () => {
    const text = `oops\nnull\n{"key":1}\n${json([turn("a")])}${JSON.stringify(turn("b"))}`;
    expect((await turnsOf(bytesOf(text))).read).toEqual(new Set(["a"]));
  });

  test("of a reading that began they are not read before its turns are marked, one by one", async () => {
    const reading = { keys: ["a", "b"], candidates: ["cand_1"], session_id: "session-1", at: noon };
    expect(await turnsOf(bytesOf(json([reading, turn("a")])))).toEqual({
      read: new Set(["a"]),
      begun: [reading],
    });
    expect((await turnsOf(bytesOf(json([reading, turn("a"), turn("b")])))).begun).toEqual([]);
  });

  test("are found when they were added since, by whomever, and anew where the file is another one", async () => {
    const disk = memoryDisk();
    const read = turnsReader(disk, turnsPath);
    expect((await read()).read).toEqual(new Set());
    await append(disk);
    expect((await read()).read).toEqual(new Set(["a", "b", "c"]));
    await disk.append(turnsPath, bytesOf('{"key":"torn","session_id":"session-1","at":"'));
    expect((await read()).read.has("torn")).toBe(false);
    await appendTurns(disk, turnsPath, [turn("d")]);
    expect((await read()).read).toEqual(new Set(["a", "b", "c", "d"]));
    await disk.unlink(turnsPath);
    await appendTurns(disk, turnsPath, [turn("e")]);
    expect((await read()).read).toEqual(new Set(["e"]));
  });
});
