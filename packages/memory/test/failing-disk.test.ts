import { type Disk, HoldfastError, isHoldfastError } from "@holdfast/schema";
import {
  changesOf,
  distinctTexts,
  type Failure,
  failingDisk,
  forgetfulDisk,
  memoryDisk,
  stepByStep,
} from "@holdfast/testkit";
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

  const faults: readonly [string, Omit<Failure, "at">][] = [
    ["full, once", { code: "disk_full" }],
    ["full until there is room", { code: "disk_full", lasting: true }],
    ["broken, once", { code: "disk_failed" }],
    ["broken in the middle of what is written", { code: "disk_failed", short: true }],
    ["broken until it is mended", { code: "disk_failed", short: true, lasting: true }],
    ["read-only, once", { code: "store_read_only" }],
    ["read-only until it is writable", { code: "store_read_only", lasting: true }],
  ];
  for (const [how, fault] of faults) {
    test(`${how}: told in so many words, and repeating it loses and doubles nothing`, {
      timeout: 120_000,
      tags: ["failing-disk"],
    }, async () => {
      expect(steps).toBeGreaterThan(50);
      let failed = 0;
      for (let at = 1; at <= steps; at++) {
        const disk = memoryDisk();
        const acknowledged = new Set<string>();
        try {
          await work(failingDisk(disk, { at, ...fault }), acknowledged);
        } catch (error) {
          expect(isHoldfastError(error, fault.code), `step ${at}: ${error}`).toBe(true);
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

test("a sync that fails makes nothing of it count: whatever the disk forgets then, a power cut loses nothing that was acknowledged", {
  tags: ["unsynced-is-unsaved", "conservation"],
}, async () => {
  const story = async (disk: Disk, acknowledged: Set<string>) => {
    const memory = memoryOn(disk);
    const { staged } = await memory.stage({ sessionId: "s1", candidates: { lessons: texts } });
    for (const id of staged) acknowledged.add(id);
    for (const id of staged.slice(0, 3)) await memory.drop(id);
    await memory.reconcile();
  };
  const whole = forgetfulDisk(memoryDisk(), 0);
  await story(whole, new Set());
  expect(whole.syncs).toBeGreaterThan(10);

  for (let at = 1; at <= whole.syncs; at++) {
    const disk = memoryDisk();
    const forgetful = forgetfulDisk(disk, at);
    const acknowledged = new Set<string>();
    await story(forgetful, acknowledged).catch((error: unknown) => {
      if (!isHoldfastError(error, "disk_failed")) throw error;
    });
    await memoryOn(forgetful).reconcile(); // the disk says it works again
    const kept = timesKept(await placesOf(disk.afterPowerCut()));
    const lost = [...acknowledged].filter((id) => !kept.has(id));
    expect(lost, `sync ${at}`).toEqual([]);
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
