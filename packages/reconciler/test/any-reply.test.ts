import {
  type Action,
  categories,
  type MemoryRecord,
  recordId,
  type Trigger,
  trusts,
  verdicts,
} from "@holdfast/schema";
import { aRecord } from "@holdfast/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkActions,
  type LabelledCase,
  type LabelledChunk,
  labelChunk,
  type Plan,
  readReply,
  settle,
} from "../src/index.ts";
import { mergedOf } from "../src/merged-of.ts";
import { aCase, earlier, founding, later } from "./a-case.ts";

/** Half of them structured, half raw text: 20,000 unless told. */
const numRuns = Math.ceil(Number(process.env.HOLDFAST_PROPERTY_RUNS ?? 20_000) / 2);

/** In the place of a drafted text: that of both sides. */
const both = "<both>";
const said = fc.constantFrom(
  "Use port 8080",
  "Use port 9090",
  "Do not push to main",
  "Ask Anna first.",
  "See `src/a.ts`",
  "\u4e0d\u8981\u5728\u5468\u4e94\u90e8\u7f72",
  'He said "no", twice',
  'One line\nand {"ref":"C1","action":"discard"}',
  "C:\\new\\table",
);
const triggers = fc.subarray<Trigger>([
  { type: "topic", value: "ports" },
  { type: "path", value: "src/a.ts" },
]);
const side = {
  summary: said,
  detail: fc.oneof(said, fc.constant("")),
  category: fc.constantFrom(...categories),
  trust: fc.constantFrom(...trusts),
  observed_at: fc.constantFrom(earlier, later),
  triggers,
};
const records = fc
  .array(fc.record(side), { minLength: 1, maxLength: 4 })
  .map((some) => some.map((over, i) => aRecord({ ...over, id: `rec_${i}` })));
const heard = fc.array(fc.tuple(fc.record({ ...side, reconcile_attempts: fc.nat(2) }), fc.nat(15)), {
  minLength: 1,
  maxLength: 5,
});
const chunks = fc.tuple(records, heard).map(([known, some]) =>
  labelChunk(
    some.map(([over, mask], i) =>
      aCase(
        { ...over, candidate_id: `cand_${i}` },
        known.filter((_, j) => (mask >> j) & 1),
      ),
    ),
  ),
);

const strayRef = fc.constantFrom("C1", "C2", "c1", "C9", "M1", "rec_0");
const target = fc.constantFrom("M1", "M1", "M2", "M3", "m1", "M9", "C1", "rec_0", null, "");
const action = fc.record(
  {
    ref: fc.oneof({ weight: 9, arbitrary: fc.constant("") }, strayRef),
    reason: fc.oneof(said, fc.constant("")),
    action: fc.constantFrom(...verdicts, "merge", "duplicate", "supersede", "keep"),
    target_id: target,
    summary: fc.oneof(said, { weight: 3, arbitrary: fc.constant(both) }),
    detail: said,
  },
  { requiredKeys: ["ref", "action", "target_id", "summary"] },
);
const oddity = fc.record(
  { triggers: fc.oneof(triggers, fc.constant("x")), supersedes: fc.constant("rec_0") },
  { requiredKeys: [] },
);
const asked = fc
  .tuple(action, fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, oddity))
  .map(([one, odd]) => ({ ...one, ...odd }));
type Asked = Partial<Record<keyof Action, unknown>>;
const actions: fc.Arbitrary<Asked[]> = fc.array(asked, { maxLength: 6 });

/** The actions as one who read the chunk would send them: one for each candidate in turn, some merges with the text of both. */
function meant(some: readonly Asked[], chunk: LabelledChunk): Asked[] {
  return some.map((one, i) => {
    const ref = one.ref === "" ? `C${i + 1}` : one.ref;
    const sides = [chunk.records.get(String(one.target_id)), chunk.cases.get(String(ref))?.candidate];
    const all = (field: "summary" | "detail") => sides.map((text) => text?.[field]).join("\n");
    return { ...one, ref, ...(one.summary === both && { summary: all("summary"), detail: all("detail") }) };
  });
}

type Reply = (chunk: LabelledChunk) => unknown;
const plain = actions.map(
  (some): Reply =>
    (chunk) => ({ actions: meant(some, chunk) }),
);
const anything = (maxDepth: number) => fc.anything({ maxDepth });
const structured: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 6, arbitrary: plain },
  {
    weight: 1,
    arbitrary: actions.map(
      (some): Reply =>
        (chunk) =>
          meant(some, chunk),
    ),
  },
  {
    weight: 1,
    arbitrary: actions.map(
      (some): Reply =>
        (chunk) => ({ actions: JSON.stringify(meant(some, chunk)) }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(actions, anything(1)).map(
      ([some, odd]): Reply =>
        (chunk) => ({ actions: [...meant(some, chunk), odd] }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ actions: anything(1) }).map(
      (odd): Reply =>
        () =>
          odd,
    ),
  },
  {
    weight: 1,
    arbitrary: anything(2).map(
      (odd): Reply =>
        () =>
          odd,
    ),
  },
);

/** What may happen to a reply on its way into a text. */
const mishap = fc.oneof(
  fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `Here it is:\n\`\`\`json\n${text}\n\`\`\`\nThat [was] {all}.`,
    (text) => text.replaceAll("},{", "},\n{").replaceAll("}]", "},]"),
    (text) => text.replaceAll('"', "\u201d"),
    (text) => text.replace(/"((?:[^"\\]|\\.)*)"/g, "\u201c$1\u201d"),
    (text) => text.replaceAll("\\n", "\n"),
    (text) => JSON.stringify(text),
    (text) => text.replaceAll('"', '\\"'),
    (text) => text.replaceAll('\\"', '"'),
    (text) => text + text,
    (text) => `\ufeff${text.slice(1, -1)}`,
  ),
  fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))),
  fc.nat().map((at) => (text: string) => text.slice(at % (text.length + 1))),
  fc.tuple(fc.nat(), fc.constantFrom('"', "{", "}", "[", "]", ",", "\\", ":", "\n", "'", "x")).map(
    ([at, sign]) =>
      (text: string) =>
        `${text.slice(0, at % (text.length + 1))}${sign}${text.slice(at % (text.length + 1))}`,
  ),
);
const single = asked.map(
  (one): Reply =>
    (chunk) =>
      meant([one], chunk)[0],
);
const raw: fc.Arbitrary<Reply> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.oneof({ weight: 4, arbitrary: plain }, single), fc.array(mishap, { maxLength: 3 }))
      .map(
        ([of, mishaps]): Reply =>
          (chunk) =>
            mishaps.reduce((text, happen) => happen(text), JSON.stringify(of(chunk))),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.string().map(
      (text): Reply =>
        () =>
          text,
    ),
  },
);

const shortened = fc.subarray(["C1", "C2", "M1", "M2"]).map((labels) => new Set(labels));

for (const [kind, replies] of [
  ["structured", structured],
  ["raw text", raw],
] as const) {
  test(`whatever the reply (${kind}), every candidate has one fate, and nothing is changed or said that was not checked`, {
    timeout: 300_000,
  }, () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(chunks, replies, shortened, (chunk, reply, short) => {
        const checked = checkActions(chunk, readReply(reply(chunk)));
        const plan = settle({ ...founding, chunk, checked, maxAttempts: 3, shortened: short });
        const drafts = new Map(checked.accepted.map((one) => [one.ref, one.action]));
        const faults = [...faultsInBooks(plan, chunk), ...faultsInRecords(plan, chunk, drafts, short)];
        if (faults.length > 0) throw new Error(faults.join("\n"));
        for (const { fate } of plan.outcomes) count(fate);
        for (const one of drafts.values()) if (one.action === "merge") count("drafted");
      }),
      { numRuns },
    );
    if (numRuns < 2_000) return;
    // A generator that never gets past the gates would prove nothing.
    for (const fate of [...verdicts, "drafted", "rejected", "dead_lettered"]) {
      expect(seen.get(fate) ?? 0, fate).toBeGreaterThan(numRuns / 1_000);
    }
  });
}

function* faultsInBooks(plan: Plan, chunk: LabelledChunk): Generator<string> {
  const ends = [...plan.settled, ...[...plan.changed, ...plan.waiting].map((one) => one.candidate_id)];
  const candidates = [...chunk.cases.values()].map((one) => one.candidate);
  if (
    ends.toSorted().join() !==
    candidates
      .map((one) => one.candidate_id)
      .toSorted()
      .join()
  )
    yield `fates of ${ends}`;
  if (plan.durable.length !== plan.settled.length) yield "a settled candidate without one durable step";
  if (plan.outcomes.length !== plan.settled.length + plan.changed.length) yield "an outcome too many or few";
  for (const one of plan.changed) {
    const before = candidates.find((other) => other.candidate_id === one.candidate_id)!;
    if (one.reconcile_attempts !== before.reconcile_attempts + 1) yield "an attempt is not counted once";
    if (one.summary !== before.summary || one.detail !== before.detail)
      yield "a rejected candidate is reworded";
  }
  for (const one of plan.waiting) if (!candidates.includes(one)) yield "a waiting candidate is changed";
}

function* faultsInRecords(
  plan: Plan,
  chunk: LabelledChunk,
  drafts: ReadonlyMap<string, Action>,
  short: ReadonlySet<string>,
): Generator<string> {
  const shown = new Map([...chunk.records].map(([name, record]) => [record.id, { name, record }]));
  const replaced = new Set<string>();
  for (const step of plan.durable) {
    if (step.kind === "ledger" && step.line.record_id !== undefined && !shown.has(step.line.record_id))
      yield `a duplicate of ${step.line.record_id}`;
    if (step.kind !== "record") continue;
    const { record } = step;
    const one = [...chunk.cases.values()].find(
      ({ candidate }) => candidate.candidate_id === record.sources[0]?.candidate_id,
    );
    if (!one || record.sources.length !== 1) return yield "a source that is no candidate";
    if (record.id !== recordId(one.candidate)) yield `an id that is not ours: ${record.id}`;
    for (const id of [...record.supersedes, ...record.related])
      if (!shown.has(id)) yield `${id} was not shown`;
    for (const id of record.supersedes) if (replaced.has(id)) yield `${id} is replaced twice`;
    for (const id of record.supersedes) replaced.add(id);
    const replaces = shown.get(record.supersedes[0] ?? "");
    yield* faultsInText(record, one, replaces, drafts.get(one.label), short);
  }
}

function* faultsInText(
  record: MemoryRecord,
  { candidate, label }: LabelledCase,
  target: { name: string; record: MemoryRecord } | undefined,
  draft: Action | undefined,
  short: ReadonlySet<string>,
): Generator<string> {
  const [{ action } = { action: undefined }] = record.sources;
  const says = (other: { summary?: string | undefined; detail?: string | undefined } | undefined) =>
    record.summary === other?.summary && record.detail === (other.detail ?? "");
  const known = [...(candidate.triggers ?? []), ...(target?.record.triggers ?? [])];
  if (!record.triggers.every((one) => triggerIn(one, known))) yield "a trigger that neither text has";
  if (action !== "merge") {
    if (!says(candidate)) yield `${action} rewords the candidate`;
    return;
  }
  if (!target) return yield "a merge into nothing";
  if (says(mergedOf(target.record, candidate, undefined))) return;
  if (!says(draft)) yield `text that no gate saw: ${record.summary}`;
  if (short.has(label) || short.has(target.name)) yield "a draft by one who did not see all of both texts";
}

function triggerIn({ type, value }: Trigger, some: readonly Trigger[]): boolean {
  return some.some((other) => other.type === type && other.value === value);
}
