import type { Disk, StructuredModel } from "@holdfast/schema";
import { Died, everyDeath, fickleModel, type MemoryDisk, memoryDisk, runUntil } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { memoryOn } from "./memory-on.ts";
import { placesOf, timesKept } from "./places.ts";

const known = (i: number) => `The billing service number ${i} retries webhooks after ${i + 2} minutes`;
const heard = (i: number) => `The billing service number ${i} retries webhooks after ${i + 20} minutes`;
const acknowledged = new Set<string>();

/** Six records, and ten candidates of which eight resemble them. */
async function before(disk: Disk): Promise<void> {
  const stage = async (sessionId: string, lessons: readonly string[]) => {
    for (const id of (await memoryOn(disk).stage({ sessionId, candidates: { lessons } })).staged)
      acknowledged.add(id);
  };
  await stage(
    "known",
    Array.from({ length: 6 }, (_, i) => known(i)),
  );
  await memoryOn(disk).reconcile({ model: "local/rules" });
  await stage("heard", [
    ...Array.from({ length: 8 }, (_, i) => heard(i)),
    "Rotate the signing keys in March",
    "Ask Ana for the vault",
  ]);
}

let seed = 0;
/** Each process has a model that says something else. */
const another = () => fickleModel({ seed: ++seed });
const settleAll = (disk: Disk, model: StructuredModel = another()) =>
  memoryOn(disk).reconcile({ model, chunkSize: 4 });

async function eachIsInOnePlace(disk: MemoryDisk, title: string): Promise<void> {
  for (let runs = 0; (await memoryOn(disk).staged()).length > 0 && runs < 8; runs++) await settleAll(disk);
  const kept = timesKept(await placesOf(disk));
  expect(
    [...acknowledged].filter((id) => kept.get(id) !== 1),
    title,
  ).toEqual([]);
}

describe("with a model that says something else each time", async () => {
  const start = memoryDisk();
  await before(start);
  const began = () => start.afterKill();
  seed = 0;
  const deaths = await everyDeath((disk) => settleAll(disk, fickleModel({ seed: 7 })), began);

  for (const how of ["kill -9", "a power cut"] as const) {
    test(`${deaths.length} deaths of a run by ${how}, at every step on the disk: nothing is lost, nothing doubled`, {
      timeout: 300_000,
      tags: ["conservation", "settled-once"],
    }, async () => {
      expect(deaths.length).toBeGreaterThan(100);
      for (const death of deaths) {
        const died = await runUntil(death, (disk) => settleAll(disk, fickleModel({ seed: 7 })), began);
        const disk = how === "kill -9" ? died.afterKill() : died.afterPowerCut();
        const atOnce = timesKept(await placesOf(disk));
        expect(
          [...acknowledged].filter((id) => !atOnce.has(id)),
          `killed ${death.title}: missing at once`,
        ).toEqual([]);
        await eachIsInOnePlace(disk, `killed ${death.title}`);
      }
    });
  }

  test("deaths before and after every model call: nothing is lost, nothing doubled", {
    timeout: 120_000,
    tags: ["conservation", "settled-once"],
  }, async () => {
    let calls = 0;
    for (let at = 1; at <= calls + 1; at++) {
      for (const when of ["before", "after"] as const) {
        const disk = began();
        const counted = dyingModel(fickleModel({ seed: 7 }), at, when);
        await settleAll(disk, counted).catch((error: unknown) => {
          if (!(error instanceof Died)) throw error;
        });
        calls = Math.max(calls, counted.calls());
        await eachIsInOnePlace(disk.afterPowerCut(), `died ${when} call ${at}`);
      }
    }
    expect(calls).toBeGreaterThan(2);
  });
});

function dyingModel(model: StructuredModel, at: number, when: "before" | "after") {
  let calls = 0;
  return {
    id: model.id,
    calls: () => calls,
    complete: async (request: Parameters<StructuredModel["complete"]>[0]) => {
      calls++;
      if (calls === at && when === "before") throw new Died(`before call ${at}`);
      const reply = await model.complete(request);
      if (calls === at) throw new Died(`after call ${at}`);
      return reply;
    },
  };
}
