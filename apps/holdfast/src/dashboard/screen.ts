import type { Scope } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import type { DashboardState } from "./dashboard-state.ts";
import type { Key } from "./key.ts";
import type { Intent, ScreenName } from "./message.ts";

/** The room that a screen may draw in. */
export interface Page {
  readonly columns: number;
  readonly rows: number;
  readonly styles: Styles;
  readonly now: Date;
}

/** Keys, what they do in words, and what they mean now. */
export interface Binding {
  readonly keys: readonly Key[];
  /** As it is written: `r`, `PgUp/PgDn`. */
  readonly shown: string;
  /** A word or two for the legend; without it, the help alone tells of it. */
  readonly legend?: string;
  readonly help: string;
  readonly intent: (state: DashboardState, key: Key) => Intent | undefined;
}

/** One screen: what keys mean on it, and what it looks like. What it remembers is in its `state.ts`. */
export interface Screen {
  readonly name: ScreenName;
  readonly title: string;
  /** For narrow windows. */
  readonly short: string;
  readonly bindings: readonly Binding[];
  /** True while characters are text. */
  readonly isTyping?: (state: DashboardState) => boolean;
  readonly draw: (state: DashboardState, page: Page) => string[];
}

/** How a list is moved through: the same on every screen. */
export const listBindings: readonly Binding[] = [
  { keys: ["up", "k"], shown: "\u2191/k", help: "up", intent: () => ({ kind: "move", to: "up" }) },
  { keys: ["down", "j"], shown: "\u2193/j", help: "down", intent: () => ({ kind: "move", to: "down" }) },
  { keys: ["page up"], shown: "PgUp", help: "a page up", intent: () => ({ kind: "move", to: "page_up" }) },
  {
    keys: ["page down", " "],
    shown: "PgDn/Space",
    help: "a page down",
    intent: () => ({ kind: "move", to: "page_down" }),
  },
  {
    keys: ["home", "g"],
    shown: "Home/g",
    help: "to the start",
    intent: () => ({ kind: "move", to: "first" }),
  },
  { keys: ["end", "G"], shown: "End/G", help: "to the end", intent: () => ({ kind: "move", to: "last" }) },
];

/** What a key means where something is chosen; elsewhere nothing. */
export function whereThereIs<Row>(
  chosen: (state: DashboardState) => Row | undefined,
  meaning: (row: Row) => Intent,
): Binding["intent"] {
  return (state) => {
    const row = chosen(state);
    return row && meaning(row);
  };
}

/** What can be done with any candidate that has not become a memory: where it waits, and where it died. */
export function candidateBindings(
  chosen: (state: DashboardState) => { readonly candidate_id: string; readonly scope: Scope } | undefined,
): readonly Binding[] {
  return [
    {
      keys: ["d"],
      shown: "d",
      legend: "drop",
      help: "settle it as discarded by you (asks); recover brings it back",
      intent: whereThereIs(chosen, ({ candidate_id: id, scope }) => ({
        kind: "ask",
        question: `Drop ${id}? It is settled as discarded; holdfast recover brings it back.`,
        meaning: { kind: "drop", id, scope },
      })),
    },
    {
      keys: ["enter", "o"],
      shown: "Enter/o",
      legend: "open",
      help: "all of it; Esc closes",
      intent: () => ({ kind: "open" }),
    },
    {
      keys: ["y"],
      shown: "y",
      legend: "copy id",
      help: "copy its id to the clipboard",
      intent: whereThereIs(chosen, ({ candidate_id }) => ({ kind: "copy", id: candidate_id })),
    },
  ];
}
