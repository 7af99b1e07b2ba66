import fc from "fast-check";
import { expect, test } from "vitest";
import { markFile } from "../src/index/mark-file.ts";

const seen = {
  name: "use-pnpm--rec_1.md",
  stat: { size: 412, mtimeMs: 1_764_579_600_123.25, ctimeMs: 1_764_579_600_123.25, ino: 5_242_881 },
};
const stat = (over: Partial<typeof seen.stat>) => ({ ...seen, stat: { ...seen.stat, ...over } });
const second = 1_764_579_600_123.25;

test.each([
  ["its name", { ...seen, name: "use-npm--rec_1.md" }],
  ["the case of its name", { ...seen, name: "Use-pnpm--rec_1.md" }],
  ["one byte of its size", stat({ size: 413 })],
  ["a size beyond 4 GB", stat({ size: 412 + 2 ** 32 })],
  ["a quarter of a microsecond of its change", stat({ mtimeMs: second + 2 ** -12 })],
  ["2^20 milliseconds", stat({ mtimeMs: second + 2 ** 20 })],
  ["when it was last named", stat({ ctimeMs: second + 1 })],
  ["its inode", stat({ ino: 5_242_882 })],
  ["an inode beyond 32 bits", stat({ ino: 5_242_881 + 2 ** 32 })],
])("another file by %s has another mark", (_, other) => {
  expect(markFile(other)).not.toEqual(markFile(seen));
  expect(markFile({ ...seen })).toEqual(markFile(seen));
});

test("what two files have in exchange still changes the sum of their marks", () => {
  const names = fc
    .tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }))
    .filter(([a, b]) => a !== b);
  const of = fc.record({ size: fc.nat(), mtimeMs: fc.nat(), ctimeMs: fc.nat(), ino: fc.nat() });
  const stats = fc.tuple(of, of).filter(([a, b]) => JSON.stringify(a) !== JSON.stringify(b));
  fc.assert(
    fc.property(names, stats, ([one, two], [first, other]) => {
      const sum = (a: typeof first, b: typeof first) => {
        const marks = [markFile({ name: one, stat: a }), markFile({ name: two, stat: b })];
        return [0, 1].map((lane) => marks.reduce((total, mark) => total + mark[lane]!, 0));
      };
      expect(sum(other, first)).not.toEqual(sum(first, other));
    }),
    { numRuns: 3_000 },
  );
});
