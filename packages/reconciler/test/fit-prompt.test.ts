import { aRecord } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { fitPrompt, labelChunk, renderPrompt } from "../src/index.ts";
import { aCase } from "./a-case.ts";

const options = { today: "2030-01-02" };
const casesOf = (n: number, detail: number, neighbours: number) =>
  Array.from({ length: n }, (_, i) =>
    aCase(
      { candidate_id: `cand_${i}`, detail: "x".repeat(detail), triggers: [] },
      Array.from({ length: neighbours }, (_, j) =>
        aRecord({ id: `rec_${i}_${j}`, detail: "y".repeat(detail), triggers: [] }),
      ),
    ),
  );

describe("the cases of one prompt", () => {
  test.each([
    [20, 100, 3],
    [20, 600, 3],
    [20, 300, 6],
    [20, 4_000, 2],
    [3, 16_000, 1],
    [20, 0, 0],
  ])(
    "of %d with texts of %d characters and %d neighbours are as many as can be shown in full",
    (n, detail, neighbours) => {
      const cases = casesOf(n, detail, neighbours);
      const fitting = fitPrompt(cases, options);
      const shortened = (some: typeof cases) => renderPrompt(labelChunk(some), options).shortened.size;
      expect(fitting).toEqual(cases.slice(0, fitting.length));
      expect(shortened(fitting)).toBe(0);
      if (fitting.length < n) expect(shortened(cases.slice(0, fitting.length + 1))).toBeGreaterThan(0);
    },
  );

  test("are at least one, and none when there is none", () => {
    const cases = casesOf(2, 16_000, 6);
    expect(fitPrompt(cases, options)).toEqual(cases.slice(0, 1));
    expect(fitPrompt([], options)).toEqual([]);
  });
});
