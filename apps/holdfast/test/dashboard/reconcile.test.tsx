import { noCounts, type RunEvent } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/dashboard/message.ts";
import { aRun, aStatus, dashboard, frame, hostile, now, pressed, sizes } from "./a-dashboard.tsx";

const run_id = "run_7";
const told = (event: RunEvent): Message => ({ kind: "run_event", event });
const started: Message[] = [
  { kind: "status", status: aStatus({ staged: 45 }) },
  { kind: "reconcile" },
  { kind: "run_started", at: now - 12_000, budgetMs: 240_000 },
  told({
    kind: "run_started",
    run_id,
    command: "reconcile",
    model: "anthropic/claude-sonnet-5-5",
    staged: 45,
  }),
];
const chunk = (nth: number, settled: number): Message =>
  told({ kind: "chunk_started", run_id, chunk: nth, candidates: 20, settled, staged: 45 });
const fell = (fate: "add" | "discard", nth: number, text = `Memory ${nth}`): Message =>
  told({
    kind: "outcome",
    run_id,
    outcome: {
      candidate_id: `cand_${nth}`,
      category: "lesson",
      scope: "project",
      fate,
      reason: text,
      summary: text,
    },
  });
const call: Message = told({
  kind: "model_call",
  run_id,
  model_calls: 2,
  tokens: { input: 4_000, output: 500 },
  cost_usd: 0.0123,
  left_ms: 200_000,
});

describe("a run, as it is told", () => {
  const cases: [string, Message[], object][] = [
    ["starts", started, { phase: "running", staged: 45, settled: 0, model: "anthropic/claude-sonnet-5-5" }],
    ["has about three chunks", [...started, chunk(1, 0)], { chunk: 1, chunks: 3, chunkSize: 20 }],
    [
      "settles one by one",
      [...started, chunk(1, 0), fell("add", 1), fell("discard", 2)],
      { settled: 2, counts: { ...noCounts, add: 1, discard: 1 } },
    ],
    ["goes on", [...started, chunk(1, 0), chunk(2, 20)], { chunk: 2, settled: 20, chunks: 3 }],
    ["costs", [...started, call], { modelCalls: 2, costUsd: 0.0123 }],
    ["is stopped", [...started, { kind: "stop" }], { phase: "stopping" }],
    ["ends", [...started, { kind: "run_ended", report: aRun() }], { phase: "ended" }],
    ["could not start", [...started, { kind: "run_ended", report: undefined }], { phase: "idle" }],
    [
      "is another one's",
      [told({ kind: "run_started", run_id, command: "save", model: "m", staged: 3 })],
      { phase: "idle" },
    ],
  ];
  test.each(cases)("%s", (_, messages, expected) => {
    expect(dashboard(messages).reconcile).toMatchObject(expected);
  });
});

test("Esc stops a run that goes on, and nothing else; r starts one only where none does", () => {
  expect(pressed(dashboard(started), "escape").intents).toEqual([{ kind: "stop" }]);
  expect(pressed(dashboard(started), "r").intents).toEqual([]);
  const idle = dashboard([{ kind: "go", screen: "reconcile" }]);
  expect(pressed(idle, "escape").intents).toEqual([]);
  expect(pressed(idle, "r").intents).toEqual([{ kind: "reconcile" }]);
});

test("the legend names what a key does now, and the help all", () => {
  const idle = dashboard([{ kind: "go", screen: "reconcile" }]);
  expect(frame(idle).at(-1)).toBe("r/Enter reconcile  ? help  q quit");
  expect(frame(dashboard(started)).at(-1)).toBe("Esc stop  ? help  q quit");
  expect(frame(pressed(idle, "?").state).join("\n")).toContain("stop before the next commit");
});

test("why the model failed is told whole when the run has ended", () => {
  const why = `The model failed: ${"authentication_error: the key was not accepted by the server. ".repeat(3)}Check it.`;
  const report = aRun({ status: "completed" });
  const state = dashboard([
    ...started,
    told({ kind: "warning", message: why }),
    { kind: "run_ended", report },
  ]);
  expect(frame(state).join(" ").replaceAll(/\s+/g, " ")).toContain(`warning: ${why}`);
});

test("while a run goes on the other screens take their keys", () => {
  const { state } = pressed(dashboard(started), "2", "/", ..."money");
  expect(state).toMatchObject({
    screen: "memory",
    memory: { query: "money" },
    reconcile: { phase: "running" },
  });
});

test.each(sizes)(
  "at $columns x $rows a run is seen: how far, what falls, what it costs, what is left",
  (size) => {
    const lines = frame(
      dashboard([...started, chunk(2, 20), call, fell("add", 1), fell("discard", 2)], size),
    );
    const all = lines.join("\n");
    expect(lines[2]).toMatch(/^\u2588+\u2591+ {2}22 of 45$/);
    expect(all).toContain("chunk 2 of 3: 20 candidates");
    expect(all).toMatch(/^\+1 added {2}-1 discarded$/m);
    expect(all).toContain("anthropic/claude-sonnet-5-5, 2 model calls, 4,500 tokens, $0.0123");
    expect(all).toContain("12 s passed, 228 s left of 240 s");
    expect(lines.findIndex((line) => line.startsWith("-  lesson"))).toBeLessThan(
      lines.findIndex((line) => line.startsWith("+  lesson")),
    );
  },
);

test.each(sizes)("at $columns x $rows a run that was stopped says what was kept", (size) => {
  const counts = { ...noCounts, staged: 45, add: 20, left_staged: 25 };
  const report = aRun({ status: "stopped", stop_reason: "aborted", counts });
  const all = frame(
    dashboard([...started, fell("add", 1), { kind: "stop" }, { kind: "run_ended", report }], size),
  ).join("\n");
  expect(all).toContain("Kept: 20 of 45 are settled; 25 stay staged.");
  expect(all).toContain("Stopped (by you)");
});

test.each(sizes)(
  "at $columns x $rows before it starts it says what would be done, by whom and for what",
  (size) => {
    const all = frame(
      dashboard(
        [
          { kind: "go", screen: "reconcile" },
          { kind: "status", status: aStatus({ staged: 45 }) },
        ],
        size,
      ),
    ).join("\n");
    expect(all).toContain("45 candidates wait. Press r to settle them.");
    expect(all).toContain("no model is asked");
    expect(all).toContain("At most 240 s");
  },
);

test("a model without a known price has a cost that is unknown", () => {
  const unpriced: Message = told({
    kind: "model_call",
    run_id,
    model_calls: 1,
    tokens: { input: 1, output: 1 },
    left_ms: 1,
  });
  expect(frame(dashboard([...started, unpriced])).join("\n")).toContain("cost unknown");
});

test.each(sizes)("at $columns x $rows nothing that a run tells is alive or too wide", (size) => {
  for (const text of Object.values(hostile)) {
    const messages = [...started, fell("add", 1, text), told({ kind: "warning", message: text })];
    frame(dashboard(messages, size));
    frame(dashboard([...messages, { kind: "run_ended", report: aRun({ model: text }) }], size));
  }
});
