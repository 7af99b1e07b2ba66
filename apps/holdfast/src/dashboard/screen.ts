import type { Scope } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import type { DashboardState } from "./dashboard-state.ts";
import type { Key } from "./key.ts";
import type { Intent, Move, ScreenName } from "./message.ts";

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

/** How a list is moved through: the same on every screen. Up and down share a line, so that the help of the smallest window has room for all. */
export const listBindings: readonly Binding[] = [
  moves("\u2191/k \u2193/j", "up, down", { up: ["up", "k"], down: ["down", "j"] }),
  moves("PgUp/PgDn", "a page up, a page down; so does Space", {
    page_up: ["page up"],
    page_down: ["page down", " "],
  }),
  moves("Home/g End/G", "to the start, to the end", { first: ["home", "g"], last: ["end", "G"] }),
];

function moves(shown: string, help: string, ways: { readonly [to in Move]?: readonly Key[] }): Binding {
  const pairs = Object.entries(ways) as [Move, readonly Key[]][];
  return {
    keys: pairs.flatMap(([, keys]) => keys),
    shown,
    help,
    intent: (_, key) => {
      const to = pairs.find(([, keys]) => keys.includes(key))?.[0];
      return to && { kind: "move", to };
    },
  };
}

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
