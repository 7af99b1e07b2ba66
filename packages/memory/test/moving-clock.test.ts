import { distinctTexts, memoryDisk } from "@holdfast/testkit";
import { expect, test } from "vitest";
import { memoryOn } from "./memory-on.ts";
import { placesOf, timesKept } from "./places.ts";

const year = 365 * 24 * 3600 * 1000;
const texts = distinctTexts(8);

test.each([
  ["ten years ahead between saving and settling", [0, 10 * year]],
  ["ten years back between saving and settling", [10 * year, 0]],
  ["back and forth at every look", [0, 5 * year, -5 * year, 1, -1]],
  ["to before 1970", [0, -80 * year]],
])("a clock that jumps %s loses and doubles nothing", { tags: ["moving-clock"] }, async (_, jumps) => {
  const disk = memoryDisk();
  let looks = 0;
  const now = () => new Date(Date.parse("2030-01-01T00:00:00Z") + jumps[looks++ % jumps.length]!);
  const elapsedMs = () => performance.now();
  const acknowledged: string[] = [];
  for (let n = 0; n < texts.length; n += 2) {
    const memory = memoryOn(disk, { now, elapsedMs });
    const { staged } = await memory.stage({
      sessionId: `s${n}`,
      candidates: { lessons: texts.slice(n, n + 2) },
    });
    acknowledged.push(...staged);
    const { status, duration_ms } = await memory.reconcile();
    expect(status).toBe("completed"); // the budget is none of the clock's business
    expect(duration_ms).toBeGreaterThanOrEqual(0);
    expect(duration_ms).toBeLessThan(60_000);
  }
  await memoryOn(disk, { now, elapsedMs }).reconcile();
  expect(acknowledged).toHaveLength(texts.length);
  expect([...timesKept(await placesOf(disk))].sort()).toEqual(acknowledged.sort().map((id) => [id, 1]));
});
