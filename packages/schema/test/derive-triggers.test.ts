import fc from "fast-check";
import { expect, test } from "vitest";
import { bounds, deriveTriggers, triggerSchema } from "../src/index.ts";

test.each([
  ["Run `pnpm test --run` before `git push`", ["command pnpm test --run", "command git push"]],
  ["Look at `src/http/retry.ts` first", ["path src/http/retry.ts"]],
  ["Keep `tsconfig.json` strict", ["path tsconfig.json"]],
  ["Mind `pnpm`", ["topic pnpm"]],
  ["The retries live in src/http/retry.ts.", ["path src/http/retry.ts"]],
  ["Never edit dist/ or ./build/out by hand", ["path ./build/out"]],
  ["ENOENT means that the folder is missing", ["error ENOENT"]],
  ["A `TypeError` or a ZodError", ["error TypeError", "error ZodError"]],
  ["EVERY test and/or check runs 24/7, since 2026/07/29", ["topic test check runs since"]],
  ["See https://example.com/a/b for more", ["topic see https example com"]],
  ["Always use tabs", ["topic tabs"]],
  ["`a/b.ts` `c/d.ts` `e/f.ts` `g/h.ts`", ["path a/b.ts", "path c/d.ts", "path e/f.ts"]],
  ["`a/b.ts` and `a/b.ts`", ["path a/b.ts"]],
  ["to be", ["topic to be"]],
  ["", ["topic lesson"]],
])("of %j it derives %j", (text, expected) => {
  expect(deriveTriggers(text).map(({ type, value }) => `${type} ${value}`)).toEqual(expected);
});

test("any text gives one to three triggers within bounds, the same each time", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("`", "src/a.ts ", "\u6d4b\u8bd5".repeat(100), "/"),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      const triggers = deriveTriggers(text);
      expect(triggers.length).toBeGreaterThanOrEqual(1);
      expect(triggers.length).toBeLessThanOrEqual(3);
      for (const trigger of triggers) {
        expect(triggerSchema.safeParse(trigger).success).toBe(true);
        expect(trigger.value.trim()).not.toBe("");
        expect(trigger.value.length).toBeLessThanOrEqual(bounds.triggerValue);
      }
      expect(deriveTriggers(text)).toEqual(triggers);
    }),
  );
});

test("a long text without blanks is read in well under a second", () => {
  const started = performance.now();
  for (const unit of ["a.", "a/", "a-", "`", "Error", "../", "/"]) deriveTriggers(unit.repeat(16_000));
  expect(performance.now() - started).toBeLessThan(3_000);
});
