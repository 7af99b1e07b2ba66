import { HoldfastError, isHoldfastError } from "@holdfast/schema";
import { changesOf, distinctTexts, failingDisk, memoryDisk, stepByStep } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { memoryOn } from "./memory-on.ts";
import { placesOf, timesKept } from "./places.ts";

const texts = distinctTexts(6);

/** Stages and settles; what was acknowledged is added to `acknowledged`. */
async function work(disk: Parameters<typeof memoryOn>[0], acknowledged: Set<string>): Promise<void> {
  const memory = memoryOn(disk);
  for (const [sessionId, lessons] of [["s1", texts] as const, ["s2", texts.slice(0, 2)] as const]) {
    const { staged, already } = await memory.stage({ sessionId, candidates: { lessons } });
    for (const id of [...staged, ...already.map((one) => one.id)]) acknowledged.add(id);
  }
  await memory.reconcile();
}

describe("a disk that fails at one step, whichever", async () => {
  const steps = (await changesOf((disk) => work(disk, new Set()))).length;

  for (const code of ["disk_full", "disk_failed", "store_read_only"] as const) {
    test(`${code}: told in so many words, and repeating it loses and doubles nothing (${steps} steps)`, {
      timeout: 60_000,
      tags: ["failing-disk"],
    }, async () => {
      expect(steps).toBeGreaterThan(50);
      let failed = 0;
      for (let at = 1; at <= steps; at++) {
        const disk = memoryDisk();
        const acknowledged = new Set<string>();
        try {
          await work(failingDisk(disk, { at, code }), acknowledged);
        } catch (error) {
          expect(isHoldfastError(error, code), `step ${at}: ${error}`).toBe(true);
          failed++;
        }
        const atOnce = timesKept(await placesOf(disk));
        expect(
          [...acknowledged].filter((id) => !atOnce.has(id)),
          `step ${at}`,
        ).toEqual([]);
        await work(disk, acknowledged);
        const kept = timesKept(await placesOf(disk));
        expect(
          [...acknowledged].filter((id) => kept.get(id) !== 1),
          `step ${at}, repeated`,
        ).toEqual([]);
      }
      expect(failed).toBeGreaterThan(20);
    });
  }
});

test("a folder that can't be synced is not saved: the run stops, and everything stays staged until it can", {
  tags: ["unsynced-is-unsaved"],
}, async () => {
  const disk = memoryDisk();
  const { staged } = await memoryOn(disk).stage({ sessionId: "s", candidates: { lessons: texts } });
  const unsyncable = stepByStep(disk, ({ change, whole }) => {
    if (change.name !== "syncFolder" || !change.path.endsWith("/lessons")) return whole();
    throw new HoldfastError("disk_failed", `Could not sync the folder ${change.path}.`, { hint: "A test." });
  });
  await expect(memoryOn(unsyncable).reconcile()).rejects.toMatchObject({ code: "disk_failed" });
  expect((await placesOf(disk)).staging.sort()).toEqual([...staged].sort());
  await memoryOn(disk).reconcile();
  expect([...timesKept(await placesOf(disk))].sort()).toEqual([...staged].sort().map((id) => [id, 1]));
});
