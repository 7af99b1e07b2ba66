import type { Styles } from "../../styles.ts";
import { unstyled } from "../../styles.ts";
import type { Around } from "../around.ts";
import { bodyRows, panes } from "../layout.ts";
import type { Message } from "../message.ts";
import { moved, within } from "./list.ts";
import { scrolledTo } from "./scrolled.ts";

/** A list of which one is chosen, and which may be shown whole. */
export interface OpenedList<Row> {
  readonly list: readonly Row[];
  readonly place: number;
  /** The chosen one fills the screen. */
  readonly whole: boolean;
  /** The first line of it that is shown then. */
  readonly line: number;
}

export const nothingListed = { list: [], place: 0, whole: false, line: 0 } as const;

/** What a screen knows of its rows. */
export interface Rows<Row> {
  readonly idOf: (row: Row) => string;
  /** The row, whole, in lines. */
  readonly linesOf: (row: Row, frame: { columns: number; styles: Styles }) => readonly string[];
  /** Lines that the screen keeps above its list. */
  readonly heading: number;
}

/** Moves through the list, or through the row that is shown whole; opens that and closes it. */
export function movedIn<State extends OpenedList<Row>, Row>(
  state: State,
  message: Message,
  { size }: Around,
  { linesOf, heading }: Rows<Row>,
): State {
  const chosen = state.list[state.place];
  switch (message.kind) {
    case "move": {
      if (state.whole && chosen !== undefined) {
        const lines = linesOf(chosen, { columns: size.columns, styles: unstyled }).length;
        return { ...state, line: scrolledTo(state.line, message.to, { lines, height: bodyRows(size) }) };
      }
      const page = panes(size, heading).listRows;
      return { ...state, place: moved(state.place, message.to, { count: state.list.length, page }), line: 0 };
    }
    case "open":
      return { ...state, whole: chosen !== undefined, line: 0 };
    case "close":
      return { ...state, whole: false };
    default:
      return state;
  }
}

/** At the top the first is chosen, whatever comes; further down, and when it is shown whole, the choice stays on its row while that is there. */
export function relisted<State extends OpenedList<Row>, Row>(
  state: State,
  list: readonly Row[],
  { idOf }: Pick<Rows<Row>, "idOf">,
): State {
  const chosen = state.list[state.place];
  const before = chosen && idOf(chosen);
  const stays = state.place > 0 || state.whole;
  const found = stays ? list.findIndex((row) => idOf(row) === before) : -1;
  const place = found >= 0 ? found : within(state.place, list.length);
  const now = list[place];
  return { ...state, list, place, whole: state.whole && now !== undefined && idOf(now) === before };
}
