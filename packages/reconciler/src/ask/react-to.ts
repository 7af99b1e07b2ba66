import type { ModelFailure } from "@holdfast/schema";

/** What to do when no verdict came. Whatever it is, no attempt is counted. */
export type Reaction =
  /** Ask about each half on its own. Does not count as a failure. */
  | { readonly kind: "halve" }
  /** The one candidate stays staged and goes last and alone next time; go on with the others. Counts. */
  | { readonly kind: "leave_alone_candidate" }
  /** The chunk stays staged as it is; go on with the next. Counts. */
  | { readonly kind: "next" }
  /** The run is over. `marks_alone` when the one candidate of the chunk is to go last and alone next time all the same. */
  | { readonly kind: "stop"; readonly marks_alone: boolean };

/** So many counted failures, one after the other, stop a run. */
export const mostFailuresInARow = 2;

/** Failures that may be due to what was asked, so that asking for less can help. */
const tooMuch: ReadonlySet<ModelFailure> = new Set(["timeout", "truncated", "refused"]);

/**
 * Says how a run goes on after a failed call about `chunkSize` candidates, when `failuresInARow` counted failures stand directly before
 * it: an answer in between makes them 0. Every reaction but `halve` counts as one more.
 */
export function reactTo(failure: ModelFailure, chunkSize: number, failuresInARow: number): Reaction {
  if (failure === "aborted") return { kind: "stop", marks_alone: false };
  const alone = tooMuch.has(failure) && chunkSize <= 1;
  if (tooMuch.has(failure) && !alone) return { kind: "halve" };
  if (failuresInARow + 1 >= mostFailuresInARow) return { kind: "stop", marks_alone: alone };
  return { kind: alone ? "leave_alone_candidate" : "next" };
}
