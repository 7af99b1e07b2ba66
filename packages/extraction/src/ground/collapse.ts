import { wordSequence } from "@holdfast/schema";
import type { Found } from "../extraction.ts";

/** Remembers what was found, so that the same is found once. */
export interface Collapse {
  /** True for what says the same as something before it, in the same words, and adds nothing. */
  isRepeated(found: Found): boolean;
}

/** Collapses duplicates over all windows of a run. What is only similar is left to reconciliation, which compares with care. */
export function collapse(): Collapse {
  const details = new Map<string, Set<string>>();
  return {
    isRepeated({ proposal: { summary, detail = "" } }) {
      const said = wordSequence(summary);
      const more = wordSequence(detail);
      const before = details.get(said);
      if (before === undefined) details.set(said, new Set([more]));
      else if (more === "" || before.has(more)) return true;
      else before.add(more);
      return false;
    },
  };
}
