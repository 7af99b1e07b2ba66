import { estimateTokens } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitText } from "../../src/windows/split-text.ts";

describe("a text in parts", () => {
  test.each([
    ["at an empty line", `${"a b\n".repeat(30)}\n${"c d\n".repeat(30)}`, /\n\n$/],
    ["else at a line", "word word word word\n".repeat(60), /\n$/],
    ["else at a sentence", "It is so and so today. ".repeat(60), /\. $/],
    ["else at a blank", "word ".repeat(300), / $/],
  ])("%s", (_, text, end) => {
    const parts = splitText(text, 50);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts.slice(0, -1)) expect(part).toMatch(end);
  });

  test("joined is the text, none above the bound, and no character is torn", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 3_000 }),
        fc.integer({ min: 5, max: 200 }),
        (text, tokens) => {
          const parts = splitText(text, tokens);
          expect(parts.join("")).toBe(text);
          for (const part of parts) {
            expect(estimateTokens(part)).toBeLessThanOrEqual(tokens);
            expect(part.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });
});
