import { missingMarks, terms } from "@holdfast/schema";
import { type Gate, partiesOf, violation } from "./gate.ts";
import { lostNegations } from "./negations.ts";
import { quoted } from "./quoted.ts";
import { isWithinBounds } from "./text-bounds.ts";

/** The least share of the words of either text that a merged one keeps, and of its own words that stood in either. */
export const leastSharedWords = 0.5;

/** A merged text keeps every name, number, path and code span of both texts, their negations, and most of their words. */
export const mergeDropsContent: Gate = (asked, context) => {
  const parties = partiesOf(asked, context);
  const { action, summary, detail = "" } = asked.action;
  if (!parties || action !== "merge" || summary === undefined || !isWithinBounds(asked.action))
    return undefined;
  const draft = `${summary}\n${detail}`;
  const sides = [parties.target, parties.one.candidate].map((side) => `${side.summary}\n${side.detail}`);
  const lost = [
    ...new Set(sides.flatMap((side) => [...missingMarks(side, draft), ...lostNegations(side, draft)])),
  ];
  if (lost.length > 0)
    return violation(
      "merge_drops_content",
      asked,
      "detail",
      `Loses ${listed(lost)}. Keep what both texts say.`,
    );
  if (sides.every((side) => sharedWords(side, draft) >= leastSharedWords)) return undefined;
  return violation(
    "merge_drops_content",
    asked,
    "detail",
    "Loses most of one text. Keep what both texts say.",
  );
};

/** Up to six things, in words. */
export function listed(things: readonly string[]): string {
  const named = things.slice(0, 6).map(quoted).join(", ");
  return things.length > 6 ? `${named} and ${things.length - 6} more` : named;
}

/** The share of the words of `from` that stand in `to`; 1 when there are none. */
export function sharedWords(from: string, to: string): number {
  const own = new Set(terms(from));
  const other = new Set(terms(to));
  return own.size === 0 ? 1 : [...own].filter((term) => other.has(term)).length / own.size;
}
