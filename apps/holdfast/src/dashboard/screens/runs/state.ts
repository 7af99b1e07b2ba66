import type { RunReport } from "@holdfast/schema";
import { unstyled } from "../../../styles.ts";
import type { Around } from "../../dashboard-state.ts";
import { bodyRows, panes } from "../../layout.ts";
import type { Message } from "../../message.ts";
import { moved, within } from "../../parts/list.ts";
import { scrolledTo } from "../../parts/scrolled.ts";
import { runLinesOf } from "./detail.ts";

export const runsHeading = 1;

export interface RunsState {
  readonly list: readonly RunReport[];
  readonly place: number;
  readonly whole: boolean;
  readonly line: number;
}

export const runsStart: RunsState = { list: [], place: 0, whole: false, line: 0 };

export function updateRuns(state: RunsState, message: Message, { size, shown }: Around): RunsState {
  if (message.kind === "runs") return listed(state, message.runs);
  if (!shown) return state;
  const chosen = state.list[state.place];
  switch (message.kind) {
    case "move": {
      if (state.whole && chosen) {
        const lines = runLinesOf(chosen, { columns: size.columns, styles: unstyled }).length;
        return { ...state, line: scrolledTo(state.line, message.to, { lines, height: bodyRows(size) }) };
      }
      const page = panes(size, runsHeading).listRows;
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

/** At the top the newest run is chosen, whatever comes; further down the choice stays on its run. */
function listed(state: RunsState, list: readonly RunReport[]): RunsState {
  const before = state.list[state.place]?.run_id;
  const stays = state.place > 0 || state.whole;
  const found = stays ? list.findIndex(({ run_id }) => run_id === before) : -1;
  const place = found >= 0 ? found : within(state.place, list.length);
  return { ...state, list, place, whole: state.whole && list[place]?.run_id === before };
}
