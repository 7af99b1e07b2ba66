import type { StagedCandidate } from "@holdfast/schema";

/**
 * Of several staged copies of one candidate one stays: that of the highest round, then that with most attempts, then the first.
 * Keeps the order.
 */
export function mergeCopies(staged: readonly StagedCandidate[]): {
  readonly kept: readonly StagedCandidate[];
  readonly dropped: readonly StagedCandidate[];
} {
  const best = new Map<string, StagedCandidate>();
  for (const copy of staged) {
    const known = best.get(copy.candidate.candidate_id);
    if (known === undefined || goesBefore(copy, known)) best.set(copy.candidate.candidate_id, copy);
  }
  const kept = new Set(best.values());
  return {
    kept: staged.filter((copy) => kept.has(copy)),
    dropped: staged.filter((copy) => !kept.has(copy)),
  };
}

function goesBefore({ candidate: a }: StagedCandidate, { candidate: b }: StagedCandidate): boolean {
  const [roundA, roundB] = [a.round ?? 0, b.round ?? 0];
  return roundA === roundB ? a.reconcile_attempts > b.reconcile_attempts : roundA > roundB;
}
