import { deadLetterSchema, ledgerLineSchema, memoryRecordSchema, verdicts } from "@holdfast/schema";
import { aRecord } from "@holdfast/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decide, labelChunk } from "../src/index.ts";
import { mergedOf } from "../src/merged-of.ts";
import { aCase, earlier, founding, later } from "./a-case.ts";

const words = fc.array(
  fc.constantFrom("alpha", "beta", "not", "8080", "src/a.ts", "Anna", "`x y`", "run", "\u6d4b\u8bd5"),
  { minLength: 1, maxLength: 6 },
);
const text = words.map((some) => some.join(" "));
const trust = fc.constantFrom("user" as const, "agent" as const, "derived" as const);
const category = fc.constantFrom("lesson" as const, "domain" as const);
const observed_at = fc.constantFrom(earlier, later);
const record = fc
  .record({
    id: fc.stringMatching(/^rec_[0-9a-f]{6}$/),
    summary: text,
    detail: text,
    trust,
    category,
    observed_at,
  })
  .map((over) => aRecord(over));
const chunks = fc
  .array(
    fc.tuple(
      fc.record({ summary: text, detail: text, trust, category, observed_at, reconcile_attempts: fc.nat(3) }),
      fc.array(record, { maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((some) =>
    labelChunk(some.map(([over, records], i) => aCase({ ...over, candidate_id: `cand_${i}` }, records))),
  );

const label = fc.constantFrom("C1", "C2", "C3", "c4", "C9", "M1", "M2", "m3", "", "rec_1");
const plausible = fc.record(
  {
    ref: label,
    reason: fc.string(),
    action: fc.constantFrom(...verdicts, "keep"),
    target_id: fc.oneof(label, fc.constant(null)),
    summary: fc.oneof(text, fc.constant("x".repeat(301))),
    detail: text,
    triggers: fc.constantFrom([], [{ type: "topic", value: "x" }], "x", null),
    extra: fc.anything(),
  },
  { requiredKeys: ["ref", "action"] },
);
const replies = fc.oneof(
  fc.anything(),
  fc.array(fc.anything()),
  fc.array(plausible, { maxLength: 9 }),
  fc.record({
    actions: fc.array(fc.oneof({ weight: 9, arbitrary: plausible }, fc.anything()), { maxLength: 9 }),
  }),
);

test("whatever the reply, every candidate ends in exactly one place, and nothing is written that was not said", {
  tags: ["one-action", "only-what-was-shown"],
}, () => {
  fc.assert(
    fc.property(chunks, replies, (chunk, input) => {
      const plan = decide({ ...founding, chunk, input, maxAttempts: 3 });
      const candidates = [...chunk.cases.values()].map((one) => one.candidate);

      const ends = [
        ...plan.settled,
        ...plan.changed.map((one) => one.candidate_id),
        ...plan.waiting.map((one) => one.candidate_id),
      ];
      expect(ends.toSorted()).toEqual(candidates.map((one) => one.candidate_id).toSorted());
      expect(plan.outcomes).toHaveLength(plan.settled.length + plan.changed.length);
      expect(plan.durable).toHaveLength(plan.settled.length);

      for (const waiting of plan.waiting) expect(candidates).toContain(waiting);
      for (const { candidate_id, reconcile_attempts, last_violations, ...rest } of plan.changed) {
        const before = candidates.find((one) => one.candidate_id === candidate_id)!;
        expect({ ...before, ...rest }).toEqual(before);
        expect(reconcile_attempts).toBe(before.reconcile_attempts + 1);
        expect(reconcile_attempts).toBeLessThan(3);
        expect(last_violations.length).toBeGreaterThan(0);
      }
      for (const step of plan.durable) {
        if (step.kind === "ledger") ledgerLineSchema.parse(step.line);
        else if (step.kind === "dead_letter") deadLetterSchema.parse(step.letter);
        else expectSaid(memoryRecordSchema.parse(step.record));
      }

      function expectSaid(founded: ReturnType<typeof aRecord>): void {
        const one = [...chunk.cases.values()].find(
          (given) => given.candidate.candidate_id === founded.sources[0]!.candidate_id,
        )!;
        const { candidate } = one;
        const replaced = [...chunk.records.values()].find((known) => known.id === founded.supersedes[0]);
        const own = founded.summary === candidate.summary && founded.detail === candidate.detail;
        const united = replaced && mergedOf(replaced, candidate, undefined);
        const byCode = united?.summary === founded.summary && united.detail === founded.detail;
        const drafted =
          founded.sources[0]!.action === "merge" &&
          JSON.stringify(input).includes(JSON.stringify(founded.summary));
        expect(own || byCode || drafted).toBe(true);
        if (replaced) expect(replaced.category).toBe(founded.category);
      }
    }),
    { numRuns: 1_500 },
  );
});

test("no two records of one plan replace the same record", () => {
  fc.assert(
    fc.property(chunks, fc.array(plausible, { maxLength: 9 }), (chunk, input) => {
      const { durable } = decide({ ...founding, chunk, input, maxAttempts: 3 });
      const replaced = durable.flatMap((step) => (step.kind === "record" ? step.record.supersedes : []));
      expect(new Set(replaced).size).toBe(replaced.length);
    }),
    { numRuns: 500 },
  );
});
