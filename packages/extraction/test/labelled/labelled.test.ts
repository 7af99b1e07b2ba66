import { describe, expect, test } from "vitest";
import { labelOfSentence } from "./cue-sentences.ts";
import { findData, readSentences, readSnippets } from "./material.ts";
import { ownSentences } from "./own-sentences.ts";
import { precisionOf, recallOf, type Score, scoreSentences } from "./score.ts";
import { scoreSnippets } from "./snippets.ts";

/** What the rules reached; `noise` is named when a floor breaks, so that it can be judged by reading. */
function expectAtLeast(score: Score, floor: { readonly precision: number; readonly recall: number }): void {
  const wrong = [...score.noise, ...score.misfiled].map(({ text, found }) => [
    text,
    ...found.map(({ category }) => category),
  ]);
  expect(precisionOf(score), `taken wrongly: ${JSON.stringify(wrong)}`).toBeGreaterThanOrEqual(
    floor.precision,
  );
  expect(recallOf(score)).toBeGreaterThanOrEqual(floor.recall);
}

describe("of what is taken, at least nine in ten last and are filed where they belong", () => {
  test("in sentences of our own", () => {
    expectAtLeast(scoreSentences(ownSentences), { precision: 0.95, recall: 0.8 });
  });

  const data = findData();
  test.skipIf(data === undefined)("in 274 sentences of real sessions", () => {
    const sentences = readSentences(data ?? "");
    expect(sentences).toHaveLength(274);
    expectAtLeast(scoreSentences(sentences), { precision: 0.9, recall: 0.53 });
  });

  test.skipIf(data === undefined)("in 40 snippets that others labelled", () => {
    const snippets = readSnippets(data ?? "");
    expect(snippets).toHaveLength(40);
    expectAtLeast(scoreSnippets(snippets), { precision: 0.9, recall: 0.64 });
  });
});

test("the labels name each sentence once, and none of its words", () => {
  expect(labelOfSentence.size).toBe(274);
  expect([...labelOfSentence.values()].filter((categories) => categories.length > 0)).toHaveLength(45);
  for (const [hash, categories] of labelOfSentence) {
    expect(hash).toMatch(/^[0-9a-f]{20}$/);
    for (const category of categories)
      expect(["lesson", "preference", "decision", "domain"]).toContain(category);
  }
});
