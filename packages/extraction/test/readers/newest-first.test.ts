import { expect, test } from "vitest";
import { newestFirst } from "../../src/readers/newest-first.ts";

test("the newest comes first; of two of the same time, always the same one", () => {
  const files = [
    { path: "a", mtimeMs: 1 },
    { path: "c", mtimeMs: 2 },
    { path: "b", mtimeMs: 2 },
  ];
  const order = ["c", "b", "a"];
  expect(newestFirst(files).map((file) => file.path)).toEqual(order);
  expect(newestFirst(files.toReversed()).map((file) => file.path)).toEqual(order);
});
