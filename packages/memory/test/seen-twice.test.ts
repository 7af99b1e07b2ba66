import { memoryDisk } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { memoryOn } from "./memory-on.ts";
import { placesOf, timesKept } from "./places.ts";

const dir = "/project/.holdfast";

/** A store in which one candidate waits, and the bytes of the file it waits in. */
async function waiting() {
  const disk = memoryDisk();
  const { staged } = await memoryOn(disk).stage({
    sessionId: "s",
    candidates: { lessons: ["Run it twice"] },
  });
  const [name = ""] = await disk.list(`${dir}/staging`);
  const bytes = (await disk.read(`${dir}/staging/${name}`))!;
  return { disk, id: staged[0]!, name, bytes };
}

/** The same staging file, with another count of attempts. */
function attempted(bytes: Uint8Array, reconcile_attempts: number): Uint8Array {
  const file = JSON.parse(new TextDecoder().decode(bytes));
  Object.assign(file.candidates.lessons[0], { reconcile_attempts });
  return new TextEncoder().encode(JSON.stringify(file));
}

function letterOf(id: string, bytes: Uint8Array): Uint8Array {
  const [candidate] = JSON.parse(new TextDecoder().decode(bytes)).candidates.lessons;
  const letter = {
    ...{
      schemaVersion: 1,
      candidate_id: id,
      kind: "attempts_exhausted",
      category: "lesson",
      session_id: "s",
    },
    ...{ attempts: 3, reason: "x", violations: [], run_id: "run_1", at: candidate.observed_at, candidate },
  };
  return new TextEncoder().encode(JSON.stringify(letter));
}

describe("a candidate that a crash left in two places", { tags: ["seen-twice"] }, () => {
  test("in a record and in staging: it leaves staging, and the record stays as it is", async () => {
    const { disk, id, name, bytes } = await waiting();
    await memoryOn(disk).reconcile();
    const before = await memoryOn(disk).records();
    await disk.create(`${dir}/staging/${name}`, bytes);
    await memoryOn(disk).reconcile();
    expect([...timesKept(await placesOf(disk))]).toEqual([[id, 1]]);
    expect(await memoryOn(disk).records()).toEqual(before);
  });

  test("in a record and in the dead letters: the dead letter goes", async () => {
    const { disk, id, bytes } = await waiting();
    await memoryOn(disk).reconcile();
    await disk.makeFolder(`${dir}/deadletter`);
    await disk.create(`${dir}/deadletter/${id}.json`, letterOf(id, bytes));
    await memoryOn(disk).reconcile();
    const { records, dead } = await placesOf(disk);
    expect({ records, dead }).toEqual({ records: [id], dead: [] });
  });

  test("in staging and in the dead letters: it is settled, and the dead letter goes only then", async () => {
    const { disk, id, bytes } = await waiting();
    await disk.makeFolder(`${dir}/deadletter`);
    await disk.create(`${dir}/deadletter/${id}.json`, letterOf(id, bytes));
    await memoryOn(disk).reconcile({ budgetMs: 0 });
    expect((await placesOf(disk)).dead).toEqual([id]);
    await memoryOn(disk).reconcile();
    const { records, staging, dead } = await placesOf(disk);
    expect({ records, staging, dead }).toEqual({ records: [id], staging: [], dead: [] });
  });

  test("twice in staging: it is one candidate, with the higher count of attempts", async () => {
    const { disk, id, bytes } = await waiting();
    await disk.create(`${dir}/staging/zz--copy.json`, attempted(bytes, 2));
    expect(await memoryOn(disk).staged()).toMatchObject([{ candidate_id: id, reconcile_attempts: 2 }]);
    await memoryOn(disk).reconcile();
    expect([...timesKept(await placesOf(disk))]).toEqual([[id, 1]]);
  });
});
