import { type Action, bounds, lengthOf } from "@holdfast/schema";
import { type Gate, violation } from "./gate.ts";

/** A merge has a summary of 1 to 300 characters and a detail of at most 16,000. */
export const textBounds: Gate = (asked) => {
  if (asked.action.action !== "merge") return undefined;
  const { summary, detail = "" } = asked.action;
  if (summary === undefined)
    return violation("text_bounds", asked, "summary", "A merge has a summary and a detail.");
  const refuse = (field: "summary" | "detail", length: number) =>
    violation("text_bounds", asked, field, `Has ${length} characters; at most ${bounds[field]} are kept.`);
  if (lengthOf(summary) > bounds.summary) return refuse("summary", lengthOf(summary));
  return lengthOf(detail) > bounds.detail ? refuse("detail", lengthOf(detail)) : undefined;
};

/** True for a text that a record can hold: what is longer is not worth comparing, and could take minutes. */
export function isWithinBounds({ summary = "", detail = "" }: Action): boolean {
  return lengthOf(summary) <= bounds.summary && lengthOf(detail) <= bounds.detail;
}
