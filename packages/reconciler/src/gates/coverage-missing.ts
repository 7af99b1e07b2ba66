import type { Violation } from "@holdfast/schema";
import type { Asked } from "../read-actions.ts";

/** Every candidate of the chunk gets an action. Asked of a candidate, for there is no action to ask it of. */
export function coverageMissing(ref: string, asked: readonly Asked[]): Violation | undefined {
  if (asked.some(({ action }) => action.ref === ref)) return undefined;
  return {
    gate: "coverage_missing",
    ref,
    path: "actions",
    message: `No action for ${ref}. Give each candidate one.`,
  };
}
