import { type MemoryRecord, memoryRecordSchema, outcomeSchema, recordId } from "@holdfast/schema";
import { aCandidate, aRecord, distinctTexts, noon } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { afterRepair, checkActions, decide, labelChunk, settle } from "../src/index.ts";
import { aCase, anAction, aPair, earlier, founding, later } from "./a-case.ts";

const options = { ...founding, maxAttempts: 3 };
const [known = "", heard = "", third = "", fourth = ""] = distinctTexts(4);
const target = aRecord({ category: "domain", summary: known, detail: "", related: [] });
const pair = (over: object = {}, record: object = {}) =>
  labelChunk([
    aCase({ category: "domain", summary: heard, detail: "", ...over }, [
      { ...target, ...record } as MemoryRecord,
    ]),
  ]);
const merge = { action: "merge", target_id: "M1", summary: `${known} ${heard}`, detail: "" } as const;

function recordIn(plan: ReturnType<typeof decide>): MemoryRecord {
  const [first] = plan.durable;
  if (first?.kind !== "record") throw new TypeError("the plan founds no record");
  return memoryRecordSchema.parse(first.record);
}

describe("each verdict becomes one durable step", () => {
  test("add founds a record of the candidate, related to its neighbours", () => {
    const over = {
      category: "decision",
      why: "w",
      alternatives: ["a"],
      round: 2,
      scope_suggestion: "user",
      observed_at: earlier,
    };
    const chunk = pair(over);
    const plan = decide({ ...options, chunk, input: [anAction()] });
    const { candidate } = chunk.cases.get("C1")!;
    expect(recordIn(plan)).toEqual({
      id: recordId(candidate),
      category: "decision",
      status: "active",
      scope: "user",
      trust: "agent",
      triggers: [],
      observed_at: earlier,
      created_at: noon,
      supersedes: [],
      sources: [
        {
          candidate_id: candidate.candidate_id,
          session_id: "session-1",
          run_id: founding.run_id,
          action: "add",
          round: 2,
        },
      ],
      related: [target.id],
      why: "w",
      alternatives: ["a"],
      summary: heard,
      detail: "",
    });
    expect(plan).toMatchObject({ settled: [candidate.candidate_id], changed: [], waiting: [], warnings: [] });
    expect(plan.outcomes.map((row) => outcomeSchema.parse(row))).toMatchObject([
      { fate: "add", record_id: recordId(candidate), reason: "because", summary: heard, scope: "user" },
    ]);
  });

  test("supersede founds a record of the candidate that names the target", () => {
    const plan = decide({
      ...options,
      chunk: pair(),
      input: [anAction({ action: "supersede", target_id: "M1" })],
    });
    expect(recordIn(plan)).toMatchObject({
      summary: heard,
      supersedes: [target.id],
      related: [],
      sources: [{ action: "supersede" }],
    });
    expect(plan.outcomes[0]).toMatchObject({ fate: "supersede" });
  });

  test("merge founds a record of the draft, as late as the later and as trusted as the less trusted", () => {
    const chunk = pair(
      { trust: "user", observed_at: earlier },
      { trust: "derived", observed_at: later, scope: "user" },
    );
    const plan = decide({ ...options, chunk, input: [anAction(merge)] });
    expect(recordIn(plan)).toMatchObject({
      summary: merge.summary,
      trust: "derived",
      scope: "user",
      observed_at: later,
      supersedes: [target.id],
      sources: [{ action: "merge" }],
    });
  });

  test("a merge of lessons has all triggers, whatever was drafted", () => {
    const topic = (value: string) => ({ type: "topic" as const, value });
    const chunk = pair(
      { category: "lesson", triggers: [topic("b")] },
      { category: "lesson", triggers: [topic("a")] },
    );
    const plan = decide({ ...options, chunk, input: [anAction({ ...merge, triggers: [topic("z")] })] });
    expect(recordIn(plan).triggers).toEqual([topic("a"), topic("b")]);
  });

  test.each([
    ["duplicate", { action: "duplicate", target_id: "M1" } as const, { record_id: target.id }],
    ["discard", { action: "discard" } as const, {}],
  ])("%s becomes a ledger line with the whole candidate", (fate, action, about) => {
    const chunk = pair();
    const { candidate } = chunk.cases.get("C1")!;
    const plan = decide({ ...options, chunk, input: [anAction(action)] });
    const line = {
      candidate_id: candidate.candidate_id,
      session_id: "session-1",
      run_id: founding.run_id,
      fate,
      ...about,
      reason: "because",
      at: noon,
      candidate,
    };
    expect(plan.durable).toEqual([{ kind: "ledger", line }]);
    expect(plan.outcomes[0]).toMatchObject({ fate, ...about });
  });
});

describe("a rejected action", () => {
  test("costs one attempt and leaves the candidate staged, with what was wrong", () => {
    const chunk = pair();
    const { candidate } = chunk.cases.get("C1")!;
    const plan = decide({ ...options, chunk, input: [anAction({ action: "duplicate", target_id: "M7" })] });
    expect(plan.changed).toEqual([
      {
        ...candidate,
        reconcile_attempts: 1,
        last_violations: [expect.objectContaining({ gate: "unknown_target_id", ref: "C1" })],
      },
    ]);
    expect(plan).toMatchObject({ durable: [], settled: [], waiting: [] });
    expect(plan.outcomes).toMatchObject([{ fate: "rejected", violations: [{ gate: "unknown_target_id" }] }]);
  });

  test("at the cap makes a dead letter with all violations and the action as it came", () => {
    const raw = { ref: "C1", reason: "x", action: "supersede", extra: 1 };
    const chunk = pair({ reconcile_attempts: 2 });
    const { candidate } = chunk.cases.get("C1")!;
    const plan = decide({ ...options, chunk, input: { actions: [raw] } });
    expect(plan.durable).toMatchObject([
      {
        kind: "dead_letter",
        letter: {
          schemaVersion: 1,
          candidate_id: candidate.candidate_id,
          kind: "attempts_exhausted",
          session_id: "session-1",
          attempts: 3,
          violations: [{ gate: "extra_keys" }, { gate: "missing_target" }],
          raw_action: raw,
          run_id: founding.run_id,
          at: noon,
          candidate: { summary: heard, reconcile_attempts: 3 },
        },
      },
    ]);
    expect(plan).toMatchObject({
      settled: [candidate.candidate_id],
      changed: [],
      outcomes: [{ fate: "dead_lettered" }],
    });
  });

  test.each([
    ["no reply", undefined, "reply_unreadable"],
    ["prose", "I would rather not.", "reply_unreadable"],
    ["an empty list", { actions: [] }, "coverage_missing"],
    ["a verdict that does not exist", [{ ref: "C1", reason: "x", action: "keep" }], "reply_unreadable"],
    ["an action about nobody", [anAction({ ref: "C9" })], "coverage_missing"],
    ["two verdicts", [anAction(), anAction({ action: "discard" })], "coverage_repeated"],
    ["a good one and an unreadable one", [anAction(), { ref: "C1", action: 3 }], "reply_unreadable"],
  ])("%s is one too", (_, input, gate) => {
    const plan = decide({ ...options, chunk: pair(), input });
    expect(plan.changed).toMatchObject([{ reconcile_attempts: 1, last_violations: [{ gate }] }]);
  });

  test("never holds up a valid one", { tags: ["partial-acceptance"] }, () => {
    const cases = [known, heard, third, fourth].map((summary) => aCase({ summary, detail: "" }));
    const input = ["C1", "C2", "C4"].map((ref) => anAction({ ref }));
    const plan = decide({ ...options, chunk: labelChunk(cases), input });
    expect(plan.outcomes.map(({ fate }) => fate)).toEqual(["add", "add", "rejected", "add"]);
    expect(plan.changed.map(({ summary }) => summary)).toEqual([third]);
  });
});

describe("a candidate only waits", () => {
  const alike = ["Retry the upload with backoff", "Retry uploads with a backoff"];

  test("when its target was just replaced", () => {
    const cases = [heard, third].map((summary) =>
      aCase({ category: "domain", summary, detail: "", reconcile_attempts: 1 }, [target]),
    );
    const input = ["C1", "C2"].map((ref) => anAction({ ref, action: "supersede", target_id: "M1" }));
    const plan = decide({ ...options, chunk: labelChunk(cases), input });
    expect(plan.outcomes.map(({ fate }) => fate)).toEqual(["supersede"]);
    expect(plan.waiting).toEqual([cases[1]!.candidate]);
    expect(plan.changed).toEqual([]);
  });

  test.each(["add", "supersede"] as const)(
    "when it adds what resembles a record that %s just founded",
    (action) => {
      const cases = alike.map((summary) => aCase({ category: "domain", summary, detail: "" }, [target]));
      const input = [
        anAction({ action, ...(action === "supersede" && { target_id: "M1" }) }),
        anAction({ ref: "C2" }),
      ];
      const plan = decide({ ...options, chunk: labelChunk(cases), input });
      expect(plan.waiting).toEqual([cases[1]!.candidate]);
      expect(plan.durable).toHaveLength(1);
    },
  );

  test("but not behind one that founded nothing", () => {
    const cases = alike.map((summary) => aCase({ category: "domain", summary, detail: "" }, [target]));
    const input = [anAction({ action: "discard" }), anAction({ ref: "C2" })];
    const plan = decide({ ...options, chunk: labelChunk(cases), input });
    expect(plan.outcomes.map(({ fate }) => fate)).toEqual(["discard", "add"]);
  });

  test("and twenty candidates of one pattern do not wait for each other", () => {
    const cases = distinctTexts(20).map((text) =>
      aCase({ category: "domain", summary: `The service lesson of today: ${text}`, detail: "" }),
    );
    const input = cases.map((_, i) => anAction({ ref: `C${i + 1}` }));
    expect(decide({ ...options, chunk: labelChunk(cases), input }).waiting).toEqual([]);
  });
});

describe("a merge whose text can't be used", () => {
  test("is written by code, with a warning", () => {
    const chunk = pair({ detail: "Port 8080." });
    const plan = decide({ ...options, chunk, input: [anAction(merge)] });
    expect(recordIn(plan)).toMatchObject({
      summary: `${known} ${heard}`,
      detail: "Port 8080.",
      supersedes: [target.id],
    });
    expect(plan.outcomes).toMatchObject([{ fate: "merge" }]);
    expect(plan.warnings).toEqual([
      expect.stringContaining('C1: the drafted merge was not used; code united both texts. Loses "8080"'),
    ]);
  });

  test("is rejected when anything else is wrong with it", () => {
    const plan = decide({
      ...options,
      chunk: pair({ detail: "Port 8080." }, { trust: "user" }),
      input: [anAction(merge)],
    });
    expect(plan.changed[0]!.last_violations.map(({ gate }) => gate)).toEqual([
      "lower_trust",
      "merge_drops_content",
    ]);
  });

  test("leaves both texts where the union does not fit, related, with a warning", () => {
    const chunk = pair({ detail: `1${"y".repeat(9_000)}` }, { detail: "x".repeat(9_000) });
    const plan = decide({ ...options, chunk, input: [anAction(merge)] });
    expect(recordIn(plan)).toMatchObject({
      summary: heard,
      supersedes: [],
      related: [target.id],
      sources: [{ action: "add" }],
    });
    expect(plan.outcomes).toMatchObject([
      { fate: "add", reason: expect.stringContaining("longer than a record may be") },
    ]);
    expect(plan.warnings).toHaveLength(2);
  });
});

describe("between checking and settling", () => {
  const cases = [heard, third].map((summary) => aCase({ category: "domain", summary, detail: "" }, [target]));
  const chunk = labelChunk(cases);

  test("a repair is asked only about what was rejected, and can save it", () => {
    const first = checkActions(chunk, [anAction(), anAction({ ref: "C2", action: "duplicate" })]);
    expect(first.rejected.map(({ ref }) => ref)).toEqual(["C2"]);
    const repair = checkActions(
      chunk,
      [anAction({ ref: "C2", action: "duplicate", target_id: "M1" }), anAction({ action: "discard" })],
      ["C2"],
    );
    const plan = settle({ ...options, chunk, checked: afterRepair(first, repair) });
    expect(plan.outcomes.map(({ fate }) => fate)).toEqual(["add", "duplicate"]);
    expect(plan.warnings).toEqual(["actions[1] is ignored: C1 was not asked about again."]);
  });

  test("what was never checked only waits", () => {
    const plan = settle({
      ...options,
      chunk,
      checked: { accepted: [], rejected: [], strays: [], warnings: [] },
    });
    expect(plan).toMatchObject({
      durable: [],
      changed: [],
      waiting: cases.map(({ candidate }) => candidate),
    });
  });
});

test("an action about nobody is told as a violation of its own and as a warning", () => {
  const checked = checkActions(aPair(), [anAction(), anAction({ ref: "C5" })]);
  expect(checked.strays).toMatchObject([{ gate: "unknown_ref", ref: "C5", path: "actions[1].ref" }]);
  expect(checked.warnings).toEqual(['actions[1] is about "C5", which is no candidate of this chunk.']);
  expect(checked.accepted).toHaveLength(1);
});

test("the same reply gives the same plan, and a long reason is shortened visibly", () => {
  const given = { ...options, chunk: pair(), input: [anAction({ reason: `because\n${"x".repeat(5_000)}` })] };
  const plan = decide(given);
  expect(decide(given)).toEqual(plan);
  expect(plan.outcomes[0]!.reason).toMatch(/^because x+\u2026$/);
  expect(plan.outcomes[0]!.reason).toHaveLength(1_000);
});

test("actions count by their label: in whatever order they come, and with one missing, each meets its own candidate", () => {
  const cases = [known, heard, third, fourth].map((summary) => aCase({ summary, detail: "" }));
  const input = [
    anAction({ ref: "C4", action: "discard" }),
    anAction({ ref: "C3" }),
    anAction({ ref: "C1", action: "discard" }),
  ];
  const { outcomes } = decide({ ...options, chunk: labelChunk(cases), input });
  expect(outcomes.map(({ summary, fate }) => [summary, fate])).toEqual([
    [known, "discard"],
    [heard, "rejected"],
    [third, "add"],
    [fourth, "discard"],
  ]);
});

test("a candidate is never changed by being judged", () => {
  const candidate = Object.freeze(
    aCandidate({ summary: heard, last_violations: Object.freeze([]) as never }),
  );
  const chunk = labelChunk([{ ...aCase(), candidate }]);
  expect(decide({ ...options, chunk, input: undefined }).changed).toHaveLength(1);
  expect(candidate.reconcile_attempts).toBe(0);
});
