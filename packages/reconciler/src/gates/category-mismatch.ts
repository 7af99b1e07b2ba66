import { type Gate, partiesOf, violation } from "./gate.ts";

/** What replaces a record is of its category. A duplicate may be of any. */
export const categoryMismatch: Gate = (asked, context) => {
  const parties = partiesOf(asked, context);
  if (!parties || asked.action.action === "duplicate") return undefined;
  const { one, target } = parties;
  if (one.candidate.category === target.category) return undefined;
  const message = `A ${one.candidate.category} can't ${asked.action.action} a ${target.category}. Use add or duplicate, or another target.`;
  return violation("category_mismatch", asked, "target_id", message);
};
