import { isLessTrusted } from "@holdfast/schema";
import { type Gate, partiesOf, violation } from "./gate.ts";

/**
 * A less trusted source does not replace what a more trusted one said: user before agent before derived. A merge replaces too: were it
 * let through, what a person said would be reworded by others and lose its standing.
 */
export const lowerTrust: Gate = (asked, context) => {
  const parties = partiesOf(asked, context);
  if (!parties || asked.action.action === "duplicate") return undefined;
  const { candidate } = parties.one;
  if (!isLessTrusted(candidate.trust, parties.target.trust)) return undefined;
  const message = `The target comes from ${parties.target.trust}, the candidate only from ${candidate.trust}. Use add or duplicate.`;
  return violation("lower_trust", asked, "target_id", message);
};
