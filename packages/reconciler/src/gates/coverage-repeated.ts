import type { Action } from "@holdfast/schema";
import { type Gate, violation } from "./gate.ts";

/** A candidate gets one action. The same action twice is one; the reasons may differ. */
export const coverageRepeated: Gate = (asked, context) => {
  const others = context.asked.filter((other) => other.action.ref === asked.action.ref);
  if (others.every((other) => contentOf(other.action) === contentOf(asked.action))) return undefined;
  const message = `${others.length} different actions for this candidate. Give it one.`;
  return violation("coverage_repeated", asked, "ref", message);
};

function contentOf({ action, target_id, summary, detail, triggers }: Action): string {
  return JSON.stringify([
    action,
    target_id,
    summary,
    detail,
    triggers?.map(({ type, value }) => [type, value]),
  ]);
}
