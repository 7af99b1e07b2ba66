import { aRecord, distinctTexts } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { settleCertain, type Triage } from "../src/index.ts";
import { aCase, founding } from "./a-case.ts";

const record = aRecord();
const [one = "", two = ""] = distinctTexts(2);
const add: Triage = { kind: "add", reason: "Nothing similar is known." };
const ask: Triage = { kind: "ask", neighbours: [{ record, score: 0.5 }] };
const triaged = (summary: string, triage: Triage) => ({ ...aCase({ summary, detail: "" }), triage });
const ends = (...some: ReturnType<typeof triaged>[]) => {
  const { plan, ask: asked } = settleCertain(some, founding);
  const summaries = (of: readonly { summary: string }[]) => of.map(({ summary }) => summary);
  return {
    fates: plan.outcomes.map(({ fate }) => fate),
    waiting: summaries(plan.waiting),
    ask: summaries(asked.map(({ candidate }) => candidate)),
  };
};

describe("what triage is certain of", () => {
  test("is settled without a verdict", () => {
    const some = [
      triaged(one, add),
      triaged(two, { kind: "duplicate", record, reason: "Known." }),
      triaged("Dropped", { kind: "discard", reason: "A person dropped this text.", record_id: record.id }),
    ];
    const { plan, ask: asked } = settleCertain(some, founding);
    expect(asked).toEqual([]);
    expect(plan.durable).toMatchObject([
      { kind: "record", record: { summary: one, sources: [{ action: "add" }] } },
      { kind: "ledger", line: { fate: "duplicate", record_id: record.id, reason: "Known." } },
      {
        kind: "ledger",
        line: { fate: "discard", record_id: record.id, reason: "A person dropped this text." },
      },
    ]);
    expect(plan.settled).toEqual(some.map(({ candidate }) => candidate.candidate_id));
  });

  test("the rest is to be asked about", () => {
    expect(ends(triaged(one, ask), triaged(two, add))).toEqual({ fates: ["add"], waiting: [], ask: [one] });
  });

  test("of two candidates that say the same, the second waits for the first", () => {
    expect(ends(triaged(one, add), triaged(one, add))).toEqual({ fates: ["add"], waiting: [one], ask: [] });
  });

  test("one that resembles another in question waits, and one in question waits for what was just added", () => {
    expect(ends(triaged(one, ask), triaged(one, add))).toEqual({ fates: [], waiting: [one], ask: [one] });
    expect(ends(triaged(one, add), triaged(one, ask))).toEqual({ fates: ["add"], waiting: [one], ask: [] });
  });

  test("two in question are asked about together", () => {
    expect(ends(triaged(one, ask), triaged(one, ask))).toEqual({ fates: [], waiting: [], ask: [one, one] });
  });
});
