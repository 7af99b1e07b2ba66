import type { StagedCandidate } from "@holdfast/schema";

/**
 * The order in which staging is worked off: the candidates in `first`, then the oldest observation; those that failed alone come
 * last. Total, so that two hosts agree.
 */
export function orderOfWork(
  staged: readonly StagedCandidate[],
  first: ReadonlySet<string> = new Set(),
): StagedCandidate[] {
  const rank = ({ candidate }: StagedCandidate) =>
    (candidate.goes_alone ? 2 : 0) + (first.has(candidate.candidate_id) ? 0 : 1);
  return staged.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.candidate.failed_alone ?? 0) - (b.candidate.failed_alone ?? 0) ||
      Date.parse(a.candidate.observed_at) - Date.parse(b.candidate.observed_at) ||
      (a.candidate.candidate_id < b.candidate.candidate_id ? -1 : 1),
  );
}
