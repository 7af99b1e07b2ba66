import { type Gate, violation } from "./gate.ts";

/** A lesson applies somewhere: its triggers may be left out, for code unites them, but not be an empty list. */
export const missingTrigger: Gate = (asked, { chunk }) => {
  const category = chunk.cases.get(asked.action.ref)?.candidate.category;
  if (category !== "lesson" || asked.action.triggers?.length !== 0) return undefined;
  return violation("missing_trigger", asked, "triggers", "Leave triggers out, or name at least one.");
};
