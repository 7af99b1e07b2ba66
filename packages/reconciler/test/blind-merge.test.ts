import type { MemoryRecord } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { afterRepair, checkActions, decide, labelChunk, settle, worthRepairing } from "../src/index.ts";
import { aCase, anAction, aPair, founding } from "./a-case.ts";

const options = { ...founding, maxAttempts: 3 };
const texts = [
  { category: "domain", summary: "Uploads may be 20 MB", detail: "Ask Anna for more.", triggers: [] },
  { category: "domain", summary: "Uploads are kept in `bucket-a`", detail: "For 30 days.", triggers: [] },
] as const;
const chunk = aPair({ ...texts[0], triggers: [] }, { ...texts[1], triggers: [] });
const good = anAction({
  action: "merge",
  target_id: "M1",
  summary: "Uploads may be 20 MB and are kept in `bucket-a`",
  detail: "For 30 days. Ask Anna for more.",
});
const united = {
  summary: "Uploads are kept in `bucket-a`. Uploads may be 20 MB",
  detail: "For 30 days.\nAsk Anna for more.",
};

function merged(plan: ReturnType<typeof settle>): Pick<MemoryRecord, "summary" | "detail"> {
  const [step] = plan.durable;
  if (step?.kind !== "record") throw new TypeError("the plan founds no record");
  const { summary, detail } = step.record;
  return { summary, detail };
}

describe("a merge that passes the gates", () => {
  test("says what was drafted when both sides were shown in full", () => {
    const plan = decide({ ...options, chunk, input: [good], shortened: new Set(["C2", "M2"]) });
    expect(merged(plan)).toEqual({ summary: good.summary, detail: good.detail });
    expect(plan.warnings).toEqual([]);
  });

  test.each([["C1"], ["M1"]])("is written by code when %s was shortened, with a warning", (label) => {
    const plan = decide({ ...options, chunk, input: [good], shortened: new Set([label]) });
    expect(merged(plan)).toEqual(united);
    expect(plan.outcomes).toMatchObject([{ fate: "merge" }]);
    expect(plan.warnings).toEqual([
      "C1: the drafted merge was not used; code united both texts. Not all of either text was shown.",
    ]);
  });
});

describe("a merge with a shortened side whose draft is no good", () => {
  const shortened = new Set(["M1"]);
  const bad: [string, object][] = [
    ["drops content", { detail: "" }],
    ["invents content", { detail: `${good.detail} See src/z.ts.` }],
    ["has no text", { summary: undefined, detail: undefined }],
    ["is too long", { summary: "x".repeat(301) }],
    ["holds a secret", { detail: `${good.detail} ghp_${"aB3dE6gH9j".repeat(4)}` }],
  ];

  test.each(bad)("one that %s is written by code all the same, and is not sent back", (_, over) => {
    const checked = checkActions(chunk, [{ ...good, ...over }]);
    expect(checked.rejected).toHaveLength(1);
    expect(worthRepairing(checked.rejected, shortened)).toEqual([]);
    const plan = settle({ ...options, chunk, checked, shortened });
    expect(merged(plan)).toEqual(united);
    expect(plan.warnings).toEqual([expect.stringContaining("C1: the drafted merge was not used")]);
  });

  test.each(bad)("one that %s is sent back when both sides were shown in full", (_, over) => {
    const { rejected } = checkActions(chunk, [{ ...good, ...over }]);
    expect(worthRepairing(rejected, new Set(["C2"]))).toEqual(rejected);
  });

  test("is rejected when its verdict is wrong too", () => {
    const trusted = aPair({ ...texts[0], triggers: [] }, { ...texts[1], triggers: [], trust: "user" });
    const checked = checkActions(trusted, [{ ...good, detail: "" }]);
    expect(worthRepairing(checked.rejected, shortened)).toEqual(checked.rejected);
    expect(settle({ ...options, chunk: trusted, checked, shortened })).toMatchObject({
      durable: [],
      changed: [{ reconcile_attempts: 1 }],
    });
  });
});

test("what is not sent back with a repair stands as it was after it", () => {
  const record = { ...texts[1], triggers: [] };
  const [first] = aPair({}, record).records.values();
  const two = labelChunk([
    aCase({ ...texts[0], triggers: [] }, [first!]),
    aCase({ category: "domain", summary: "Grapes are green", detail: "", triggers: [] }, [first!]),
  ]);
  const shortened = new Set(["C1"]);
  const checked = checkActions(two, [{ ...good, detail: "" }]);
  expect(checked.rejected.map(({ ref }) => ref)).toEqual(["C1", "C2"]);
  const back = worthRepairing(checked.rejected, shortened).map(({ ref }) => ref);
  expect(back).toEqual(["C2"]);
  const repair = checkActions(two, [anAction({ ref: "C2", action: "discard" })], back);
  const plan = settle({ ...options, chunk: two, checked: afterRepair(checked, repair), shortened });
  expect(plan.outcomes.map(({ fate }) => fate)).toEqual(["merge", "discard"]);
});
