import type { ContextBlock, DeadLetterRow, OutlineRow, Recalled, StagedRow, Status } from "@holdfast/memory";
import type { RecordRow, RunEvent, RunReport, Scope } from "@holdfast/schema";

export const screenNames = [
  "overview",
  "memory",
  "staging",
  "dead_letters",
  "runs",
  "reconcile",
  "context",
] as const;
export type ScreenName = (typeof screenNames)[number];

/** What is read as a whole, by the fact that it gives. */
export type ReadingName = "status" | "outline" | "staged" | "dead_letters" | "runs";

/** How a list is moved through. */
export type Move = "up" | "down" | "page_up" | "page_down" | "first" | "last";

/** A thing with an id, and whose memory it is in. */
export interface Named {
  readonly id: string;
  readonly scope: Scope;
}

/** What a key means. Those that change or read memory are carried out in `perform.ts`; the others are for the screens alone. */
export type Intent =
  | { readonly kind: "go"; readonly screen: ScreenName }
  | { readonly kind: "turn"; readonly by: 1 | -1 }
  | { readonly kind: "help" }
  | { readonly kind: "ask"; readonly question: string; readonly meaning: Intent }
  | { readonly kind: "answer"; readonly yes: boolean }
  /** A key that came before anybody can have read what is asked: it answers nothing, least of all yes. */
  | { readonly kind: "answered_unread" }
  | { readonly kind: "move"; readonly to: Move }
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "rub_out" }
  | { readonly kind: "clear" }
  | { readonly kind: "start_typing" }
  | { readonly kind: "end_typing" }
  | { readonly kind: "filter"; readonly by: "category" | "status" | "scope" }
  | ({ readonly kind: "archive" | "restore" | "undo" | "forget" | "drop" } & Named)
  | { readonly kind: "recover"; readonly ids: readonly string[] | "all" }
  | { readonly kind: "undo_run"; readonly id: string }
  | { readonly kind: "edit"; readonly path: string }
  | { readonly kind: "copy"; readonly id: string }
  | { readonly kind: "reconcile" }
  | { readonly kind: "stop" }
  | { readonly kind: "suspend" }
  | { readonly kind: "quit" };

/** What came from outside. */
export type Fact =
  | { readonly kind: "size"; readonly columns: number; readonly rows: number }
  | { readonly kind: "time"; readonly now: number }
  | { readonly kind: "status"; readonly status: Status }
  | { readonly kind: "outline"; readonly outline: readonly OutlineRow[] }
  | { readonly kind: "staged"; readonly staged: readonly StagedRow[] }
  | { readonly kind: "dead_letters"; readonly deadLetters: readonly DeadLetterRow[] }
  | { readonly kind: "runs"; readonly runs: readonly RunReport[] }
  | { readonly kind: "records_changed" }
  | { readonly kind: "rows"; readonly asked: readonly Named[]; readonly rows: readonly RecordRow[] }
  | { readonly kind: "recalled"; readonly asked: RecallAsked; readonly found: readonly Recalled[] }
  | { readonly kind: "context"; readonly prompt: string; readonly block: ContextBlock }
  | { readonly kind: "run_started"; readonly at: number; readonly budgetMs: number | undefined }
  | { readonly kind: "run_event"; readonly event: RunEvent }
  | { readonly kind: "run_ended"; readonly report: RunReport | undefined }
  | { readonly kind: "unread"; readonly what: ReadingName; readonly text: string }
  | { readonly kind: "warned"; readonly warnings: readonly string[] }
  | { readonly kind: "told"; readonly text: string }
  | { readonly kind: "failed"; readonly text: string };

/** What is searched for, and among what. */
export interface RecallAsked {
  readonly query: string;
  readonly category: OutlineRow["category"] | undefined;
  readonly scope: Scope | undefined;
}

export type Message = Intent | Fact;
