import { aRecord } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { labelChunk, localRules } from "../src/index.ts";
import { aCase } from "./a-case.ts";

describe("labels", () => {
  test("number candidates and records in order of appearance, each record once", () => {
    const [a, b, c] = ["A", "B", "C"].map((summary) => aRecord({ summary })) as [never, never, never];
    const chunk = labelChunk([
      aCase({ summary: "x" }, [a, b]),
      aCase({ summary: "y" }, [c, a]),
      aCase({ summary: "z" }),
    ]);
    expect([...chunk.cases.keys()]).toEqual(["C1", "C2", "C3"]);
    expect([...chunk.cases.values()].map((one) => one.neighbourLabels)).toEqual([
      ["M1", "M2"],
      ["M3", "M1"],
      [],
    ]);
    expect([...chunk.records]).toEqual([
      ["M1", a],
      ["M2", b],
      ["M3", c],
    ]);
  });
});

describe("the rules without a model", () => {
  const verdictOn = (candidate: object, ...records: object[]) =>
    localRules(
      labelChunk([
        aCase(
          { detail: "", ...candidate },
          records.map((record) => aRecord({ detail: "", ...record })),
        ),
      ]),
    )[0]!;

  test("call a candidate that says nothing new a duplicate of the record that says it", () => {
    const verdict = verdictOn(
      { summary: "use pnpm." },
      { summary: "Use npm" },
      { summary: "Use pnpm", detail: "Fast." },
    );
    expect(verdict).toEqual({
      ref: "C1",
      reason: "Says word for word what is known.",
      action: "duplicate",
      target_id: "M2",
    });
  });

  test.each([
    ["number", "Retry 3 times", "Retry 4 times"],
    ["negation", "Push to main", "Do not push to main"],
    ["path", "See src/a.ts", "See src/b.ts"],
    ["name", "Ask Anna", "Ask Hanna"],
    ["language", "Write C++", "Write C"],
    ["operator", "Use != there", "Use == there"],
  ])("add a candidate with another %s, and name what it resembles", (_, known, heard) => {
    expect(verdictOn({ summary: heard }, { summary: known })).toEqual({
      ref: "C1",
      reason: `Resembles "${known}", and does not certainly say the same.`,
      action: "add",
    });
  });

  test("name at most three records, each in at most 80 characters", () => {
    const alike = Array.from({ length: 5 }, (_, i) => ({
      id: `rec_${i}`,
      summary: `${i} ${"x".repeat(200)}`,
    }));
    const { reason } = verdictOn({ summary: "x" }, ...alike);
    expect(reason).toContain(" and 2 more, and");
    expect(reason.length).toBeLessThan(330);
  });

  test("give one action to each candidate and never discard, merge or supersede", {
    tags: ["rules-are-certain"],
  }, () => {
    const record = aRecord();
    const actions = localRules(
      labelChunk([aCase({}, [record]), aCase({ summary: "Another" }, [record]), aCase({ summary: "Alone" })]),
    );
    expect(actions.map(({ ref, action }) => `${ref} ${action}`)).toEqual([
      "C1 duplicate",
      "C2 add",
      "C3 add",
    ]);
  });
});
