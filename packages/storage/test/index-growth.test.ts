import { afterEach, beforeEach, expect, test } from "vitest";
import { type IndexFolder, indexFolder, manyRecords } from "./index-folder.ts";

let folder: IndexFolder;
beforeEach(() => {
  folder = indexFolder();
});
afterEach(() => folder.end());

test("adding costs about the same in an empty memory and in one of ten thousand", async () => {
  const index = folder.open();
  await index.refresh();
  const add = async (count: number, from: number) => {
    const groups = Array.from({ length: count / 50 }, (_, n) => manyRecords(50, from + n * 50));
    const added = groups.map((records) => records.map((record) => folder.put(record)));
    const started = performance.now();
    for (const group of added) await index.add(group, []);
    return performance.now() - started;
  };
  await add(500, 1_000_000); // for the code to get warm
  const first = await add(2_000, 0);
  await add(8_000, 2_000);
  const last = await add(2_000, 10_000);
  expect((await index.counts()).current).toBe(12_500);
  expect(last).toBeLessThan(first * 3 + 200);
}, 120_000);
