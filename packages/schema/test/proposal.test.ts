import { bounds, jsonSchemaOf, proposalSchema, readProposal } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const context = { sessionId: "s", trust: "agent", observedAt: "2026-03-04T05:06:07Z" } as const;
const read = (proposal: unknown) => readProposal(proposal, context);

const long = (size: number) => "\u{1f600}".repeat(size);
const full = {
  summary: long(bounds.summary),
  detail: long(bounds.detail),
  scope_suggestion: "user",
  source_evidence: { quote: long(bounds.quote), entry_id: "e1" },
};

test("what fills every bound is in the form, and nothing of it is refused", () => {
  const proposal = {
    lessons: [{ ...full, triggers: [{ type: "path", value: long(bounds.triggerValue) }] }],
    preferences: [full],
    decisions: [{ ...full, why: long(bounds.why), alternatives: [long(bounds.alternative)] }],
    domain: [full],
  };
  expect(proposalSchema.parse(proposal)).toEqual(proposal);
  const { candidates, refused } = read(proposal);
  expect(refused).toEqual([]);
  expect(candidates).toHaveLength(4);
});

describe("one more than a bound is neither in the form nor taken", () => {
  const over: readonly (readonly [string, object])[] = [
    ["summary", { domain: [{ summary: long(bounds.summary + 1) }] }],
    ["blank summary", { domain: [{ summary: " \n" }] }],
    ["no summary", { domain: [{ detail: "x" }] }],
    ["detail", { domain: [{ summary: "x", detail: long(bounds.detail + 1) }] }],
    ["why", { decisions: [{ summary: "x", why: long(bounds.why + 1) }] }],
    ["quote", { domain: [{ summary: "x", source_evidence: { quote: long(bounds.quote + 1) } }] }],
    ["alternative", { decisions: [{ summary: "x", alternatives: [long(bounds.alternative + 1)] }] }],
    [
      "alternatives",
      { decisions: [{ summary: "x", alternatives: Array(bounds.alternatives + 1).fill("y") }] },
    ],
    ["trigger", { lessons: [{ summary: "x", triggers: [{ type: "mood", value: "y" }] }] }],
    [
      "triggers",
      {
        lessons: [{ summary: "x", triggers: Array(bounds.triggers + 1).fill({ type: "topic", value: "y" }) }],
      },
    ],
  ];
  test.each(over)("%s", (_, proposal) => {
    expect(proposalSchema.safeParse(proposal).success).toBe(false);
    expect(read(proposal)).toMatchObject({
      candidates: [],
      refused: [{ message: expect.stringMatching(/\S/) }],
    });
  });
});

test("whatever is in the form is taken", () => {
  const text = fc.string({ unit: "binary", maxLength: 400 });
  const member = fc.record({ summary: text, detail: text, why: text }, { requiredKeys: ["summary"] });
  let taken = 0;
  fc.assert(
    fc.property(fc.array(member, { maxLength: 4 }), (decisions) => {
      if (!proposalSchema.safeParse({ decisions }).success) return;
      taken += decisions.length;
      expect(read({ decisions }).refused).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(100);
});

test("the bounds stand in the JSON Schema, in characters", () => {
  expect(JSON.stringify(jsonSchemaOf("proposal"))).toContain(`"maxLength":${bounds.summary}`);
});
