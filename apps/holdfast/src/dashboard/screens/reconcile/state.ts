import type { Counts, OutcomeRow, RunEvent, RunReport, Tokens } from "@holdfast/schema";
import { noCounts } from "@holdfast/schema";
import type { Around } from "../../around.ts";
import { bodyRows } from "../../layout.ts";
import type { Message } from "../../message.ts";
import { moved } from "../../parts/list.ts";

/** Of outcomes as they fall, so many are kept to be shown; the run's report has all. */
const mostShown = 500;

export interface ReconcileState {
  readonly phase: "idle" | "running" | "stopping" | "ended";
  /** When it was started, in milliseconds, and how long it may take. */
  readonly startedAt: number;
  readonly budgetMs: number | undefined;
  readonly runId: string | undefined;
  readonly model: string | undefined;
  /** Candidates that this run looks at, and those it is done with. */
  readonly staged: number;
  readonly settled: number;
  readonly chunk: number;
  /** Candidates in the chunk, and about how many chunks there will be. */
  readonly chunkSize: number;
  readonly chunks: number;
  readonly counts: Counts;
  /** The newest first. */
  readonly outcomes: readonly OutcomeRow[];
  readonly modelCalls: number;
  readonly tokens: Tokens;
  readonly costUsd: number | undefined;
  /** Actions that were sent back, in this chunk. */
  readonly sentBack: number;
  readonly warnings: readonly string[];
  readonly report: RunReport | undefined;
  readonly line: number;
}

export const reconcileStart: ReconcileState = {
  phase: "idle",
  startedAt: 0,
  budgetMs: undefined,
  runId: undefined,
  model: undefined,
  staged: 0,
  settled: 0,
  chunk: 0,
  chunkSize: 0,
  chunks: 0,
  counts: noCounts,
  outcomes: [],
  modelCalls: 0,
  tokens: { input: 0, output: 0 },
  costUsd: undefined,
  sentBack: 0,
  warnings: [],
  report: undefined,
  line: 0,
};

export function updateReconcile(
  state: ReconcileState,
  message: Message,
  { size, shown }: Around,
): ReconcileState {
  switch (message.kind) {
    case "run_started":
      return { ...reconcileStart, phase: "running", startedAt: message.at, budgetMs: message.budgetMs };
    case "run_event":
      return isActive(state) ? heard(state, message.event) : state;
    case "run_ended":
      return { ...state, phase: message.report ? "ended" : "idle", report: message.report };
    case "stop":
      return state.phase === "running" ? { ...state, phase: "stopping" } : state;
    case "move": {
      if (!shown) return state;
      const count = state.outcomes.length;
      return {
        ...state,
        line: moved(state.line, message.to, { count, page: bodyRows(size) - reconcileHeading }),
      };
    }
    default:
      return state;
  }
}

/** Lines above the outcomes. */
const reconcileHeading = 7;

/** True while a run of this dashboard is under way. */
export function isActive({ phase }: ReconcileState): boolean {
  return phase === "running" || phase === "stopping";
}

function heard(state: ReconcileState, event: RunEvent): ReconcileState {
  switch (event.kind) {
    case "run_started":
      return { ...state, runId: event.run_id, model: event.model, staged: event.staged };
    case "chunk_started": {
      const { chunk, candidates, settled, staged } = event;
      const after = Math.max(0, staged - settled - candidates);
      const chunks = chunk + Math.ceil(after / Math.max(1, candidates));
      return { ...state, chunk, chunkSize: candidates, settled, staged, chunks, sentBack: 0 };
    }
    case "outcome": {
      const { fate } = event.outcome;
      return {
        ...state,
        settled: Math.min(state.staged, state.settled + 1),
        counts: { ...state.counts, [fate]: state.counts[fate] + 1 },
        outcomes: [event.outcome, ...state.outcomes.slice(0, mostShown - 1)],
      };
    }
    case "repair":
      return { ...state, sentBack: event.rejected };
    case "model_call":
      return { ...state, modelCalls: event.model_calls, tokens: event.tokens, costUsd: event.cost_usd };
    case "warning":
      return { ...state, warnings: [...state.warnings, event.message] };
    default:
      return state;
  }
}
