import type { Scope } from "@holdfast/schema";
import type { Around } from "./around.ts";
import { type Facts, nothingRead, updateFacts } from "./facts.ts";
import type { Size } from "./layout.ts";
import { type Intent, type Message, type ScreenName, screenNames } from "./message.ts";
import { type ContextState, contextStart, updateContext } from "./screens/context/state.ts";
import { type DeadLettersState, deadLettersStart, updateDeadLetters } from "./screens/dead-letters/state.ts";
import { type MemoryState, memoryStart, updateMemory } from "./screens/memory/state.ts";
import { type ReconcileState, reconcileStart, updateReconcile } from "./screens/reconcile/state.ts";
import { type RunsState, runsStart, updateRuns } from "./screens/runs/state.ts";
import { type StagingState, stagingStart, updateStaging } from "./screens/staging/state.ts";

import type { Store } from "./store.ts";

/** Everything that the dashboard draws. It changes only in {@link updateDashboard}. */
export interface DashboardState {
  readonly screen: ScreenName;
  readonly size: Size;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly facts: Facts;
  readonly help: boolean;
  /** What must be answered first, and what a yes means. */
  readonly question:
    | { readonly text: string; readonly meaning: Intent; readonly askedAt: number }
    | undefined;
  /** The last thing that was told. */
  readonly notice: { readonly text: string; readonly bad: boolean } | undefined;
  /** Warnings that nobody has moved on from. */
  readonly warnings: readonly string[];
  /** All that were heard: each is told once. */
  readonly warned: ReadonlySet<string>;
  readonly memory: MemoryState;
  readonly staging: StagingState;
  readonly deadLetters: DeadLettersState;
  readonly runs: RunsState;
  readonly reconcile: ReconcileState;
  readonly context: ContextState;
}

export type DashboardStore = Store<DashboardState, Message>;

export function startDashboard({
  size,
  now,
  scope,
}: {
  size: Size;
  now: number;
  scope?: Scope | undefined;
}): DashboardState {
  return {
    screen: "overview",
    size,
    now,
    facts: nothingRead,
    help: false,
    question: undefined,
    notice: undefined,
    warnings: [],
    warned: new Set(),
    memory: memoryStart(scope),
    staging: stagingStart,
    deadLetters: deadLettersStart,
    runs: runsStart,
    reconcile: reconcileStart,
    context: contextStart,
  };
}

/** The dashboard after a message. Pure: what a message asks for is carried out elsewhere. */
export function updateDashboard(state: DashboardState, message: Message): DashboardState {
  const next = updateFrame(state, message);
  const around = (screen: ScreenName): Around => ({
    facts: next.facts,
    size: next.size,
    shown: state.screen === screen,
  });
  return {
    ...next,
    memory: updateMemory(state.memory, message, around("memory")),
    staging: updateStaging(state.staging, message, around("staging")),
    deadLetters: updateDeadLetters(state.deadLetters, message, around("dead_letters")),
    runs: updateRuns(state.runs, message, around("runs")),
    reconcile: updateReconcile(state.reconcile, message, around("reconcile")),
    context: updateContext(state.context, message, around("context")),
  };
}

/** What is around the screens. */
function updateFrame(state: DashboardState, message: Message): DashboardState {
  switch (message.kind) {
    case "size":
      return { ...state, size: { columns: message.columns, rows: message.rows } };
    case "time":
      return { ...state, now: message.now };
    case "go":
      return { ...movedOn(state), screen: message.screen };
    case "turn":
      return { ...movedOn(state), screen: turned(state.screen, message.by) };
    case "reconcile":
      return { ...movedOn(state), screen: "reconcile" };
    case "help":
      return { ...state, help: !state.help };
    case "ask":
      return {
        ...state,
        question: { text: message.question, meaning: message.meaning, askedAt: state.now },
        notice: undefined,
      };
    case "answer":
      return { ...state, question: undefined };
    case "answered_unread":
      return { ...state, question: undefined, notice: { text: unreadWords, bad: true } };
    case "told":
      return { ...state, notice: { text: message.text, bad: false } };
    case "failed":
      return { ...state, notice: { text: message.text, bad: true } };
    case "move":
    case "type":
      return movedOn(state);
    case "warned":
      return warned(state, message.warnings);
    case "status":
      return { ...warned(state, message.status.warnings), facts: updateFacts(state.facts, message) };
    default: {
      const facts = updateFacts(state.facts, message);
      return facts === state.facts ? state : { ...state, facts };
    }
  }
}

/** Of what is to be told, that which was shown is done with. */
function movedOn(state: DashboardState): DashboardState {
  return state.notice === undefined ? { ...state, warnings: [] } : { ...state, notice: undefined };
}

function warned(state: DashboardState, warnings: readonly string[]): DashboardState {
  const news = warnings.filter((warning) => !state.warned.has(warning));
  if (news.length === 0) return state;
  return {
    ...state,
    warnings: [...state.warnings, ...news],
    warned: new Set([...state.warned, ...news]),
  };
}

const unreadWords = "Nothing was done: the answer came before the question can have been read.";

function turned(screen: ScreenName, by: 1 | -1): ScreenName {
  const at = screenNames.indexOf(screen) + by + screenNames.length;
  return screenNames[at % screenNames.length] ?? "overview";
}
