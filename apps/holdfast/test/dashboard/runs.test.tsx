import { noCounts, type OutcomeRow } from "@holdfast/schema";
import { expect, test } from "vitest";
import { updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import { aRun, dashboard, frame, hostile, pressed, sizes } from "./a-dashboard.tsx";

const outcome = (over: Partial<OutcomeRow> = {}): OutcomeRow => ({
  candidate_id: "cand_1",
  category: "lesson",
  scope: "project",
  fate: "add",
  reason: "Nothing similar is known.",
  summary: "Seed the database first",
  ...over,
});
const runs = [
  aRun({
    run_id: "run_2",
    outcomes: [
      outcome(),
      outcome({ candidate_id: "cand_2", fate: "discard", reason: "It says nothing.", summary: "ok" }),
    ],
    chunks: [
      {
        candidates: 2,
        ms: 8_000,
        model_calls: 1,
        tokens: { input: 4_000, output: 500 },
        cost_usd: 0.013,
        repaired: true,
      },
    ],
    warnings: ["A warning of the run"],
  }),
  aRun({
    run_id: "run_1",
    status: "stopped",
    stop_reason: "model_failed",
    counts: { ...noCounts, staged: 2, left_staged: 2 },
    cost_usd: undefined,
  }),
];
const here = [
  { kind: "go", screen: "runs" },
  { kind: "runs", runs },
] as const;

test.each([
  [["y"], [{ kind: "copy", id: "run_2" }]],
  [["u", "y"], [{ kind: "undo_run", id: "run_2" }]],
  [["down", "u", "y"], [{ kind: "undo_run", id: "run_1" }]],
  [["u", "n"], []],
])("%j means %j", (keys, intents) => {
  expect(
    pressed(dashboard(here), ...keys).intents.filter(({ kind }) => kind !== "ask" && kind !== "move"),
  ).toEqual(intents);
});

test("an open run stays open when another one ends; at the top the newest is chosen", () => {
  const newer = { kind: "runs", runs: [aRun({ run_id: "run_3" }), ...runs] } as const;
  const open = updateDashboard(pressed(dashboard(here), "enter").state, newer);
  expect(open.runs).toMatchObject({ whole: true, place: 1 });
  expect(updateDashboard(dashboard(here), newer).runs.place).toBe(0);
});

test.each(sizes)(
  "at $columns x $rows history, and inside a run its chunks and outcomes with the reasons",
  (size) => {
    const all = frame(dashboard(here, size)).join("\n");
    expect(all).toMatch(/^\u203a {2}15 min ago {2}reconcile {2,}\$0\.0130 +3 added/m);
    expect(all).toMatch(/15 min ago {2}reconcile +cost unknown +2 left/);
    const whole = frame(pressed(dashboard(here, size), "enter").state).join("\n");
    expect(whole).toMatch(/\+ {2}lesson +Seed the database first/);
    expect(whole).toContain("Nothing similar is known.");
    expect(whole).toMatch(/- {2}lesson +ok/);
    expect(whole).toContain("It says nothing.");
    expect(whole).toMatch(/chunk 1: 2 candidates, 1 model call, 4,500 tokens, \$0\.0130, 8\.0 s, sent back/);
    expect(whole).toContain("warning: A warning of the run");
  },
);

test("a run of 10,000 outcomes is drawn at every key, in little time", () => {
  const outcomes = Array.from({ length: 10_000 }, (_, at) =>
    outcome({ candidate_id: `cand_${at}`, summary: `Memory ${at}` }),
  );
  let state = pressed(dashboard([here[0], { kind: "runs", runs: [aRun({ outcomes })] }]), "enter", "G").state;
  frame(state);
  const start = performance.now();
  for (let at = 0; at < 20; at++) state = pressed(state, "up").state;
  frame(state);
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(state.runs.line).toBeGreaterThan(9_000);
});

test.each(sizes)("at $columns x $rows nothing in a run is alive or too wide", (size) => {
  for (const text of Object.values(hostile)) {
    const run = aRun({
      command: text,
      model: text,
      warnings: [text],
      outcomes: [outcome({ summary: text, reason: text })],
    });
    const start = dashboard([here[0], { kind: "runs", runs: [run] }], size);
    frame(start);
    frame(pressed(start, "enter").state);
  }
});
