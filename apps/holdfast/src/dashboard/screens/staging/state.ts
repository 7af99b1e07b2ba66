import type { StagedRow } from "@holdfast/memory";
import type { Around } from "../../around.ts";
import type { Message } from "../../message.ts";
import { movedIn, nothingListed, type OpenedList, type Rows, relisted } from "../../parts/opened-list.ts";
import { stagedLines } from "./detail.ts";

export const stagingHeading = 1;

/** What waits, session by session, in the order in which each session's first was heard. */
export interface StagingState extends OpenedList<StagedRow> {
  readonly sessions: number;
}

export const stagingStart: StagingState = { ...nothingListed, sessions: 0 };

const rows: Rows<StagedRow> = {
  idOf: ({ candidate_id }) => candidate_id,
  linesOf: stagedLines,
  heading: stagingHeading,
};

export function updateStaging(state: StagingState, message: Message, around: Around): StagingState {
  if (message.kind === "staged") {
    const sessions = [...new Set(message.staged.map(({ session_id }) => session_id))];
    const place = new Map(sessions.map((session_id, at) => [session_id, at]));
    const placeOf = ({ session_id }: StagedRow) => place.get(session_id) ?? 0;
    const list = [...message.staged].sort((a, b) => placeOf(a) - placeOf(b));
    return { ...relisted(state, list, rows), sessions: sessions.length };
  }
  return around.shown ? movedIn(state, message, around, rows) : state;
}
