import type { DeadLetterRow } from "@holdfast/memory";
import type { Around } from "../../around.ts";
import type { Message } from "../../message.ts";
import { movedIn, nothingListed, type OpenedList, type Rows, relisted } from "../../parts/opened-list.ts";
import { letterLines } from "./detail.ts";

export const deadLettersHeading = 1;

export type DeadLettersState = OpenedList<DeadLetterRow>;

export const deadLettersStart: DeadLettersState = nothingListed;

const rows: Rows<DeadLetterRow> = {
  idOf: ({ candidate_id }) => candidate_id,
  linesOf: letterLines,
  heading: deadLettersHeading,
};

export function updateDeadLetters(
  state: DeadLettersState,
  message: Message,
  around: Around,
): DeadLettersState {
  if (message.kind === "dead_letters") return relisted(state, message.deadLetters, rows);
  return around.shown ? movedIn(state, message, around, rows) : state;
}
