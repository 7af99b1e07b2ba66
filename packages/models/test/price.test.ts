import { describe, expect, test } from "vitest";
import { costOf, pinnedModels } from "../src/index.ts";

const million = {
  input_tokens: 1e6,
  output_tokens: 1e6,
  cache_read_input_tokens: 1e6,
  cache_creation_input_tokens: 1e6,
};
const short = {
  ...million,
  input_tokens: 99_000,
  cache_read_input_tokens: 1_000,
  cache_creation_input_tokens: 0,
};

describe("what a call costs", () => {
  for (const [model, tokens, dollars] of [
    ["claude-sonnet-5-5", million, 2 + 10 + 0.1 + 2.5],
    ["claude-opus-5-5", million, 4 + 20 + 0.2 + 5],
    ["claude-haiku-4-5-20251001", million, 1 + 5 + 0.1 + 1.25],
    ["claude-haiku-5-5", short, 0.0099 + 0.5 + 0.00001],
    ["claude-haiku-5-5", million, undefined],
    ["claude-of-tomorrow", million, undefined],
    ["constructor", million, undefined],
    ["qwen3", million, undefined],
  ] as const) {
    test(`${model}: ${dollars === undefined ? "not known, so not guessed" : `$${dollars.toFixed(4)}`}`, () => {
      const cost = costOf(model, tokens);
      if (dollars === undefined) expect(cost).toBeUndefined();
      else expect(cost).toBeCloseTo(dollars, 9);
    });
  }

  test("of every pinned model is known", () => {
    for (const id of Object.values(pinnedModels))
      expect(costOf(id.replace("anthropic/", ""), million)).toBeGreaterThan(0);
  });
});
