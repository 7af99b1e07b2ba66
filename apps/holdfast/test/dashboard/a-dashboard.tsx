import type { DeadLetterRow, OutlineRow, StagedRow, Status } from "@holdfast/memory";
import { defaultSettings, noCounts, type RecordRow, type RunReport } from "@holdfast/schema";
import { render } from "ink-testing-library";
import { expect, onTestFinished } from "vitest";
import { App, carryOut } from "../../src/dashboard/app.tsx";
import { type DashboardState, startDashboard, updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import { intentOf } from "../../src/dashboard/intent-of.ts";
import type { Key } from "../../src/dashboard/key.ts";
import type { Intent, Message } from "../../src/dashboard/message.ts";
import { createStore } from "../../src/dashboard/store.ts";
import { widthOf } from "../../src/show/width-of.ts";
import { unstyled } from "../../src/styles.ts";

/** The clock of every test: a quarter past noon. */
export const now = Date.parse("2030-01-01T12:15:00.000Z");
export const noon = "2030-01-01T12:00:00.000Z";

export const small = { columns: 80, rows: 24 };
export const large = { columns: 120, rows: 40 };
export const sizes = [small, large];

/** What somebody could have in memory to take over a terminal, or to spoil the columns of one. */
export const hostile = {
  colour: "Run the \u001b[31mmigrations\u001b[0m \u001b]0;title\u0007 before the tests",
  bidi: "Pay \u202eeciovni eht\u202c on time",
  wide: "\u8acb\u6c42\u66f8\u306f\u5fc5\u305a\u56db\u6368\u4e94\u5165 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f44d}\u{1f3fd} \u2764\ufe0f \ud55c\uae00",
  long: `https://example.com/${"a".repeat(300)}`,
  lines: "First\r\nsecond\tthird\u0000",
};

export function aRecord(over: Partial<RecordRow> = {}): RecordRow {
  return {
    id: "rec_00000000000000000001",
    category: "lesson",
    status: "current",
    scope: "project",
    trust: "user",
    triggers: [],
    observed_at: noon,
    created_at: noon,
    supersedes: [],
    superseded_by: [],
    sources: [{ candidate_id: "cand_1", session_id: "session-1", run_id: "run_1", action: "add" }],
    related: [],
    summary: "Never use floating point for money",
    detail: "",
    reinforced: 1,
    path: "/shop/.holdfast/lessons/never--1.md",
    ...over,
  };
}

/** So many records, the first the newest, with ids that count up. */
export function records(count: number, over: (at: number) => Partial<RecordRow> = () => ({})): RecordRow[] {
  return Array.from({ length: count }, (_, at) =>
    aRecord({
      id: `rec_${String(at + 1).padStart(20, "0")}`,
      summary: `Memory number ${at + 1}`,
      ...over(at),
    }),
  );
}

export function outlineOf(rows: readonly RecordRow[]): OutlineRow[] {
  return rows.map(({ id, category, status, scope, created_at }) => ({
    id,
    category,
    status,
    scope,
    created_at,
  }));
}

export function aStaged(over: Partial<StagedRow> = {}): StagedRow {
  return {
    candidate_id: "cand_00000000000000000001",
    category: "lesson",
    scope: "project",
    session_id: "session-1",
    reconcile_attempts: 0,
    last_violations: [],
    summary: "Seed the database first",
    detail: "",
    file: "session-1--aa.json",
    ...over,
  };
}

export const violation = {
  gate: "unknown_target_id",
  ref: "C1",
  path: "actions[0].target_id",
  message: "M9 was not shown",
} as const;

export function aLetter(over: Partial<DeadLetterRow> = {}): DeadLetterRow {
  return {
    schemaVersion: 1,
    candidate_id: "cand_00000000000000000009",
    kind: "attempts_exhausted",
    category: "lesson",
    scope: "project",
    session_id: "session-1",
    attempts: 3,
    reason: "its last action was rejected",
    violations: [violation],
    raw_action: { ref: "C1", action: "supersede", target_id: "M9", reason: "the port changed" },
    run_id: "run_1",
    at: noon,
    candidate: {
      candidate_id: "cand_00000000000000000009",
      category: "lesson",
      summary: "The staging database listens on port 5434",
      detail: "",
      scope_suggestion: "project",
      observed_at: noon,
      trust: "agent",
      reconcile_attempts: 3,
      last_violations: [violation],
    },
    ...over,
  } as DeadLetterRow;
}

export function aRun(over: Partial<RunReport> = {}): RunReport {
  return {
    run_id: "run_20300101T120000_1a2b3c",
    command: "reconcile",
    status: "completed",
    model: "anthropic/claude-sonnet-5-5",
    started_at: noon,
    duration_ms: 8_420,
    counts: { ...noCounts, staged: 5, add: 3, duplicate: 1, discard: 1 },
    model_calls: 1,
    tokens: { input: 4_000, output: 500 },
    cost_usd: 0.013,
    outcomes: [],
    warnings: [],
    ...over,
  };
}

export function aStatus(over: Partial<Status> = {}): Status {
  const { outcomes: _, ...last_run } = aRun();
  return {
    dir: "/shop/.holdfast",
    user_dir: "/home/me/.holdfast",
    records: 0,
    staged: 0,
    dead_letters: 0,
    writer: null,
    model: "local/rules",
    model_how: "rules",
    extraction_model: "local/rules",
    extraction_model_how: "rules",
    settings: defaultSettings,
    last_run,
    warnings: [],
    ...over,
  };
}

/** The dashboard after some messages. */
export function dashboard(messages: readonly Message[] = [], size = small): DashboardState {
  return messages.reduce(updateDashboard, startDashboard({ size, now }));
}

/** What was read when there are these records, with their texts. */
export function known(rows: readonly RecordRow[]): Message[] {
  return [
    { kind: "status", status: aStatus({ records: rows.length }) },
    { kind: "outline", outline: outlineOf(rows) },
    { kind: "rows", asked: rows, rows },
    { kind: "staged", staged: [] },
    { kind: "dead_letters", deadLetters: [] },
    { kind: "runs", runs: [aRun()] },
  ];
}

/** Presses keys, one after a look at what the last one did; gives the dashboard after them, and what they asked to be done. */
export function pressed(start: DashboardState, ...keys: readonly Key[]) {
  return keyed(start, keys, 1_000);
}

/** The same with keys that come at once, as in a paste. */
export function pasted(start: DashboardState, ...keys: readonly Key[]) {
  return keyed(start, keys, 0);
}

function keyed(start: DashboardState, keys: readonly Key[], gapMs: number) {
  const store = createStore(start, updateDashboard);
  const intents: Intent[] = [];
  for (const key of keys) {
    store.dispatch({ kind: "time", now: store.get().now + gapMs });
    const intent = intentOf(store.get(), key);
    if (intent) carryOut(intent, store, (one) => intents.push(one));
  }
  return { state: store.get(), intents };
}

/** The lines that Ink draws. They fit the window, and nothing in them is alive; that is checked for every frame. */
export function frame(state: DashboardState): string[] {
  const { lines } = shown(state);
  return lines();
}

/** The dashboard, drawn by Ink, that keys can be typed on. */
export function shown(start: DashboardState, clock = () => start.now) {
  const store = createStore(start, updateDashboard);
  const intents: Intent[] = [];
  const ink = render(
    <App store={store} styles={unstyled} now={clock} perform={(intent) => intents.push(intent)} />,
  );
  Object.defineProperty(ink.stdout, "columns", { value: start.size.columns });
  ink.stdout.emit("resize");
  onTestFinished(() => ink.unmount());
  return {
    store,
    intents,
    type: (keys: string) => ink.stdin.write(keys),
    lines() {
      const drawn = (ink.lastFrame() ?? "").split("\n").map((line) => line.trimEnd());
      const { columns, rows } = store.get().size;
      expect(drawn.length).toBeLessThanOrEqual(rows - 1);
      for (const line of drawn) {
        expect(widthOf(line), line).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }
      return drawn;
    },
  };
}
