import { type Refused, redact, singleLine, type Turn } from "@holdfast/schema";
import { shorten } from "./shorten.ts";

/** Something that was heard but not kept. */
export interface PassedOver {
  readonly turn: Turn;
  readonly reason: string;
  /** The words, where they may be shown. */
  readonly said?: string;
}

/** What was passed over, as it is reported: without secrets, shortened, and bounded by a line that says how many more there were. */
export function report(passed: readonly PassedOver[]): Refused[] {
  const shown = passed.slice(0, most).map(({ turn, reason, said }) => ({
    path: `turn ${turn.id}`,
    message: said === undefined ? `Not kept, ${reason}.` : `Not kept, ${reason}: "${show(said)}"`,
  }));
  const more = passed.length - shown.length;
  if (more === 0) return shown;
  const turn = passed[most]!.turn;
  return [...shown, { path: `turn ${turn.id}`, message: `From here on ${more} more were not kept.` }];
}

const most = 50;

function show(said: string): string {
  return shorten(singleLine(redact(said).text), 120);
}
