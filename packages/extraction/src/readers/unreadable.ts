import { HoldfastError } from "@holdfast/schema";

/** The refusal of a file that is no session of an agent: its name, why, and what to give instead. */
export function unreadable(origin: string, why: string, give: string): HoldfastError {
  return new HoldfastError("transcript_unreadable", `${origin} is not ${why}.`, {
    hint: `Give ${give}. Nothing was read.`,
  });
}
