import type { StagedRow } from "@holdfast/memory";
import { unstyled } from "../../../styles.ts";
import type { Around } from "../../dashboard-state.ts";
import { bodyRows, panes } from "../../layout.ts";
import type { Message } from "../../message.ts";
import { moved, within } from "../../parts/list.ts";
import { scrolledTo } from "../../parts/scrolled.ts";
import { stagedLines } from "./detail.ts";

export const stagingHeading = 1;

export interface StagingState {
  /** What waits, session by session, in the order in which each session's first was heard. */
  readonly list: readonly StagedRow[];
  readonly sessions: number;
  readonly place: number;
  readonly whole: boolean;
  readonly line: number;
}

export const stagingStart: StagingState = { list: [], sessions: 0, place: 0, whole: false, line: 0 };

export function updateStaging(state: StagingState, message: Message, { size, shown }: Around): StagingState {
  if (message.kind === "staged") return listed(state, message.staged);
  if (!shown) return state;
  const chosen = state.list[state.place];
  switch (message.kind) {
    case "move": {
      if (state.whole && chosen) {
        const lines = stagedLines(chosen, { columns: size.columns, styles: unstyled }).length;
        return { ...state, line: scrolledTo(state.line, message.to, { lines, height: bodyRows(size) }) };
      }
      const page = panes(size, stagingHeading).listRows;
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

/** The choice stays on the candidate that it was on, where that still waits. */
function listed(state: StagingState, staged: readonly StagedRow[]): StagingState {
  const bySession = new Map<string, StagedRow[]>();
  for (const row of staged) {
    const known = bySession.get(row.session_id);
    if (known) known.push(row);
    else bySession.set(row.session_id, [row]);
  }
  const list = [...bySession.values()].flat();
  const before = state.list[state.place]?.candidate_id;
  const found = state.place === 0 ? -1 : list.findIndex(({ candidate_id }) => candidate_id === before);
  const place = found >= 0 ? found : within(state.place, list.length);
  return {
    ...state,
    list,
    sessions: bySession.size,
    place,
    whole: state.whole && list[place]?.candidate_id === before,
  };
}
