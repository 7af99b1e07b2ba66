import { type Gate, violation } from "./gate.ts";

const needTarget = new Set(["duplicate", "supersede", "merge"]);

/** A duplicate, a supersede and a merge say of which record. */
export const missingTarget: Gate = (asked) => {
  const { action, target_id } = asked.action;
  if (!needTarget.has(action) || target_id !== undefined) return undefined;
  return violation(
    "missing_target",
    asked,
    "target_id",
    `A ${action} names the record it means, such as M1.`,
  );
};
