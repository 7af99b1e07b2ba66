import type { RunReport } from "@holdfast/schema";
import type { Around } from "../../around.ts";
import type { Message } from "../../message.ts";
import { movedIn, nothingListed, type OpenedList, type Rows, relisted } from "../../parts/opened-list.ts";
import { runLinesOf } from "./detail.ts";

export const runsHeading = 1;

export type RunsState = OpenedList<RunReport>;

export const runsStart: RunsState = nothingListed;

const rows: Rows<RunReport> = { idOf: ({ run_id }) => run_id, linesOf: runLinesOf, heading: runsHeading };

export function updateRuns(state: RunsState, message: Message, around: Around): RunsState {
  if (message.kind === "runs") return relisted(state, message.runs, rows);
  return around.shown ? movedIn(state, message, around, rows) : state;
}
