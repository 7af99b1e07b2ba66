import { type Gate, partiesOf, violation } from "./gate.ts";

/** What was observed earlier does not replace what was observed later. */
export const olderThanTarget: Gate = (asked, context) => {
  const parties = partiesOf(asked, context);
  if (!parties || asked.action.action !== "supersede") return undefined;
  const { observed_at: candidateAt } = parties.one.candidate;
  const { observed_at: targetAt } = parties.target;
  if (Date.parse(candidateAt) >= Date.parse(targetAt)) return undefined;
  const message = `The candidate was observed ${candidateAt}, before the target (${targetAt}). Use add, merge or discard.`;
  return violation("older_than_target", asked, "target_id", message);
};
