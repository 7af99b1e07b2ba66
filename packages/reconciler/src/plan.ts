import type { Candidate, Durable, OutcomeRow } from "@holdfast/schema";

/**
 * Everything that settling a chunk changes. Each candidate of the chunk is in exactly one of `settled`, `changed` and `waiting`. Nothing has
 * happened yet: the outcomes are made durable first, then staging learns of `settled` and `changed`.
 */
export interface Plan {
  /** One durable step for each settled candidate, in the order of the chunk. */
  readonly durable: readonly Durable[];
  /** What happened to each settled and each changed candidate. */
  readonly outcomes: readonly OutcomeRow[];
  /** Ids of the candidates that `durable` settles: as a record, a ledger line or a dead letter. */
  readonly settled: readonly string[];
  /** Rejected candidates, with one attempt more and their violations. */
  readonly changed: readonly Candidate[];
  /** Candidates that only wait for the next chunk, unchanged. */
  readonly waiting: readonly Candidate[];
  readonly warnings: readonly string[];
}

/** Where one candidate goes. */
export type Fated =
  | { readonly kind: "settled"; readonly durable: Durable; readonly outcome: OutcomeRow }
  | { readonly kind: "changed"; readonly candidate: Candidate; readonly outcome: OutcomeRow }
  | { readonly kind: "waiting"; readonly candidate: Candidate };

/** Puts the fates of a chunk together. */
export function planOf(fated: readonly Fated[], warnings: readonly string[]): Plan {
  const settled = fated.filter((one) => one.kind === "settled");
  return {
    durable: settled.map((one) => one.durable),
    outcomes: fated.flatMap((one) => (one.kind === "waiting" ? [] : [one.outcome])),
    settled: settled.map((one) => one.outcome.candidate_id),
    changed: fated.flatMap((one) => (one.kind === "changed" ? [one.candidate] : [])),
    waiting: fated.flatMap((one) => (one.kind === "waiting" ? [one.candidate] : [])),
    warnings,
  };
}
