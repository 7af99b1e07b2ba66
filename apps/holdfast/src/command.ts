import type { Memory } from "@holdfast/memory";
import type { Agent, Category, RunEvent, Scope, Standing } from "@holdfast/schema";
import type { Styles } from "./styles.ts";

/** The options that every command takes. */
export interface CommonOptions {
  readonly dir?: string;
  readonly scope?: Scope;
  readonly json?: boolean;
  readonly model?: string;
  readonly quiet?: boolean;
}

/** Every flag there is; a command takes those it declares. */
export interface Flags extends CommonOptions {
  readonly again?: boolean;
  readonly allNew?: boolean;
  readonly all?: boolean;
  readonly budget?: number;
  readonly category?: Category;
  readonly detail?: string;
  readonly explain?: boolean;
  readonly fix?: boolean;
  readonly from?: Agent;
  readonly limit?: number;
  readonly maxSeconds?: number;
  readonly maxTokens?: number;
  readonly maxWindows?: number;
  readonly session?: string;
  readonly status?: Standing;
}

/** What a command works with. */
export interface Desk {
  readonly memory: Memory;
  readonly options: CommonOptions;
  /** Until this is called, Ctrl-C ends the process at once; from then on it aborts the signal, and the work must end by itself. */
  readonly stopInOrder: () => AbortSignal;
  readonly styles: Styles;
  /** Columns that a line may take; infinite where stdout is no terminal. */
  readonly width: number;
  /** Draws progress on stderr. */
  readonly onEvent: (event: RunEvent) => void;
}

/** What a command answers: one value, and how a person reads it. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
}
