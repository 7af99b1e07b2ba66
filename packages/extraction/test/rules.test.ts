import { describe, expect, test } from "vitest";
import { left } from "./left.ts";
import { heard, heardAfterFailure } from "./said.ts";
import { taken, takenAfterFailure, takenAsObjection } from "./taken.ts";

const short = ({ found }: ReturnType<typeof heard>) =>
  found.map(({ category, proposal }) => [category, proposal.summary]);

describe("what a person lays down is taken, as a sentence that stands alone", () => {
  test.each(taken)("%s", (said, category, summary) => {
    expect(short(heard(said))).toEqual([[category, summary]]);
  });
});

describe("a correction right after a failure is a lesson", () => {
  test.each(takenAfterFailure)("%s", (said, category, summary) => {
    expect(short(heardAfterFailure(said))).toEqual([[category, summary]]);
  });
});

describe("a correction that objects is a lesson", () => {
  test.each(takenAsObjection)("%s", (said, category, summary) => {
    expect(short(heard(said))).toEqual([[category, summary]]);
  });
});

for (const [kind, sentences] of Object.entries(left)) {
  describe(`nothing is taken from ${kind}`, () => {
    test.each(sentences)("%s", (said) => {
      expect(short(heard(said))).toEqual([]);
    });
  });
}
