import type { Action, GateName } from "@holdfast/schema";
import type { Rejected } from "./check-actions.ts";
import type { Draft } from "./merged-of.ts";

/** The text that an action drafts, if it does. */
export function draftOf({ action, summary, detail = "" }: Action): Draft | undefined {
  return action === "merge" && summary !== undefined ? { summary, detail } : undefined;
}

/** True for a merge with a side that was not shown in full: no one can have drafted it from both texts. */
export function isBlindMerge(
  { action, ref, target_id = "" }: Action,
  shortened: ReadonlySet<string>,
): boolean {
  return action === "merge" && (shortened.has(ref) || shortened.has(target_id));
}

/** What a merge can be rejected for although its verdict stands: then code writes the text. */
const contentGates: ReadonlySet<GateName> = new Set(["merge_drops_content", "merge_invents_content"]);
/** As above, where the draft is not used in any case. */
const draftGates: ReadonlySet<GateName> = new Set([
  ...contentGates,
  "text_bounds",
  "secret_found",
  "missing_trigger",
]);

/** The rejected merge that code can write: nothing is wrong with it but its text. */
export function mergeByCode(
  { action, violations }: Rejected,
  shortened: ReadonlySet<string>,
): Action | undefined {
  if (action?.action !== "merge" || violations.length === 0) return undefined;
  const pardoned = isBlindMerge(action, shortened) ? draftGates : contentGates;
  return violations.every(({ gate }) => pardoned.has(gate)) ? action : undefined;
}

/**
 * The rejected that are worth sending back: all but merges with a side that was not shown in full and nothing wrong but their text, for
 * code writes those whatever comes back.
 */
export function worthRepairing(
  rejected: readonly Rejected[],
  shortened: ReadonlySet<string>,
): readonly Rejected[] {
  return rejected.filter(
    (one) => !(one.action && isBlindMerge(one.action, shortened) && mergeByCode(one, shortened)),
  );
}
