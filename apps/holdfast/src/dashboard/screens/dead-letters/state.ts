import type { DeadLetterRow } from "@holdfast/memory";
import { unstyled } from "../../../styles.ts";
import type { Around } from "../../dashboard-state.ts";
import { bodyRows, panes } from "../../layout.ts";
import type { Message } from "../../message.ts";
import { moved, within } from "../../parts/list.ts";
import { scrolledTo } from "../../parts/scrolled.ts";
import { letterLines } from "./detail.ts";

export const deadLettersHeading = 1;

export interface DeadLettersState {
  readonly list: readonly DeadLetterRow[];
  readonly place: number;
  readonly whole: boolean;
  readonly line: number;
}

export const deadLettersStart: DeadLettersState = { list: [], place: 0, whole: false, line: 0 };

export function updateDeadLetters(
  state: DeadLettersState,
  message: Message,
  { size, shown }: Around,
): DeadLettersState {
  if (message.kind === "dead_letters") return listed(state, message.deadLetters);
  if (!shown) return state;
  const chosen = state.list[state.place];
  switch (message.kind) {
    case "move": {
      if (state.whole && chosen) {
        const lines = letterLines(chosen, { columns: size.columns, styles: unstyled }).length;
        return { ...state, line: scrolledTo(state.line, message.to, { lines, height: bodyRows(size) }) };
      }
      const page = panes(size, deadLettersHeading).listRows;
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

/** The choice stays on the dead letter that it was on, where that is still one. */
function listed(state: DeadLettersState, list: readonly DeadLetterRow[]): DeadLettersState {
  const before = state.list[state.place]?.candidate_id;
  const found = state.place === 0 ? -1 : list.findIndex(({ candidate_id }) => candidate_id === before);
  const place = found >= 0 ? found : within(state.place, list.length);
  return { ...state, list, place, whole: state.whole && list[place]?.candidate_id === before };
}
