import type { LedgerLine } from "@holdfast/schema";
import { aCandidate, aRecord, noon } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { triage } from "../src/index.ts";
import { founding, similarTo } from "./a-case.ts";

const candidate = aCandidate({
  category: "decision",
  summary: "Use Postgres",
  detail: "It has JSONB.",
  why: "We query JSON.",
});
const twin = aRecord({
  category: "decision",
  summary: "use  Postgres.",
  detail: "It has `JSONB`",
  why: "We query JSON",
});

describe("a candidate that says nothing new", () => {
  test.each([
    ["the same words", candidate],
    ["no detail and no why", { ...candidate, detail: "", why: undefined }],
    ["another category", { ...candidate, category: "domain" as const, why: undefined }],
    ["a text the person insists on", { ...candidate, round: 1 }],
  ])("with %s is a duplicate", (_, one) => {
    const similar = similarTo(candidate, [twin], { twins: [{ record: twin, standing: "current" }] });
    expect(triage(one as typeof candidate, similar)).toMatchObject({ kind: "duplicate", record: twin });
  });

  test.each([
    ["a new detail", { detail: "It has JSONB and arrays." }],
    ["a new why", { why: "We query XML." }],
    ["a new alternative", { alternatives: ["MySQL"] }],
  ])("but with %s is asked about", (_, over) => {
    const one = { ...candidate, ...over };
    const similar = similarTo(one, [twin], { twins: [{ record: twin, standing: "current" }] });
    expect(triage(one, similar)).toMatchObject({ kind: "ask", neighbours: [{ record: twin }] });
  });

  test("but that repeats a superseded record is no duplicate of it", () => {
    expect(
      triage(candidate, similarTo(candidate, [], { twins: [{ record: twin, standing: "superseded" }] })).kind,
    ).toBe("add");
  });
});

describe("a text a person put away", () => {
  const dropped: LedgerLine = {
    candidate_id: candidate.candidate_id,
    session_id: "session-0",
    run_id: founding.run_id,
    fate: "discard",
    reason: "Dropped.",
    at: noon,
    by: "person",
    candidate,
  };
  const key = {
    candidate_id: candidate.candidate_id,
    forgotten: true as const,
    summary_key: "k",
    text_key: "t",
  };
  const archived = similarTo(candidate, [], { twins: [{ record: twin, standing: "archived" }] });

  test.each([
    ["archived", archived, "A person archived this text."],
    ["dropped", similarTo(candidate, [], { refusals: [dropped] }), "A person dropped this text."],
    [
      "had forgotten",
      similarTo(candidate, [], { refusals: [{ ...dropped, candidate: key }] }),
      "had this text forgotten",
    ],
  ])("that they %s, is discarded with that reason, unless they insist", (_, similar, reason) => {
    const verdict = triage(candidate, similar);
    expect(verdict).toMatchObject({ kind: "discard", reason: expect.stringContaining(reason) });
    expect(triage({ ...candidate, round: 1 }, similar).kind).toBe("add");
  });

  test("names the archived record", () => {
    expect(triage(candidate, archived)).toMatchObject({ record_id: twin.id });
  });

  test("comes back when it says more than what was put away", () => {
    const more = { ...candidate, detail: "It has JSONB, arrays and full-text search." };
    expect(triage(more, archived).kind).toBe("add");
    expect(triage(more, similarTo(more, [], { refusals: [dropped] })).kind).toBe("add");
  });

  test("of which only a key is left does not come back with another detail", () => {
    const more = { ...candidate, detail: "Another." };
    expect(triage(more, similarTo(more, [], { refusals: [{ ...dropped, candidate: key }] })).kind).toBe(
      "discard",
    );
  });

  test("is a duplicate while a current record says it", () => {
    const current = aRecord({ ...twin, id: "rec_2" });
    const twins = [
      { record: twin, standing: "archived" as const },
      { record: current, standing: "current" as const },
    ];
    expect(triage(candidate, similarTo(candidate, [], { twins, refusals: [dropped] }))).toMatchObject({
      kind: "duplicate",
      record: current,
    });
  });

  test("that never could be read refuses nothing", () => {
    const unreadable = { candidate_id: "file-1", unreadable: true as const, raw: "{" };
    expect(
      triage(candidate, similarTo(candidate, [], { refusals: [{ ...dropped, candidate: unreadable }] })).kind,
    ).toBe("add");
  });
});

test("what nothing resembles is added without asking", () => {
  const record = aRecord({ summary: "Indent with tabs", detail: "" });
  expect(triage(candidate, similarTo(candidate, [record]))).toEqual({
    kind: "add",
    reason: "Nothing similar is known.",
  });
});
