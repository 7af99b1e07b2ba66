import type { Found } from "../extraction.ts";
import type { DateReader } from "./date-reader.ts";

/** What was found, with its relative dates as they were meant when it was said. The quote stays as it was said. */
export function withAbsoluteDates(found: Found, readDates: DateReader): Found {
  const { observed_at: at, proposal } = found;
  if (at === undefined) return found;
  const { summary, detail, why } = proposal;
  return {
    ...found,
    proposal: {
      ...proposal,
      summary: readDates(summary, at),
      ...(detail !== undefined && { detail: readDates(detail, at) }),
      ...(why !== undefined && { why: readDates(why, at) }),
    },
  };
}
