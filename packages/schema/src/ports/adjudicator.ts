import type { Candidate } from "../candidate.ts";
import type { MemoryRecord } from "../memory-record.ts";

/** A current record similar enough to a candidate to be worth comparing. `score` is 0 to 1. */
export interface Neighbour {
  readonly record: MemoryRecord;
  readonly score: number;
}

/** A candidate with what is known around it. */
export interface Case {
  readonly candidate: Candidate;
  /** The session it was staged in. */
  readonly session_id: string;
  readonly neighbours: readonly Neighbour[];
  /** How many records the frequencies are out of. */
  readonly documents: number;
  /** In how many records each term of the candidate stands. */
  readonly frequency: ReadonlyMap<string, number>;
}

/** What an adjudicator answers: what it asks for, unread, and what it cost. */
export type AdjudicatorReply =
  | {
      readonly kind: "answered";
      readonly input: unknown;
      readonly calls: number;
      readonly tokens: { readonly input: number; readonly output: number };
    }
  | {
      readonly kind: "failed";
      readonly failure: ModelFailure;
      readonly message: string;
      readonly calls: number;
    };

/** Why a model gave no verdict. None of these counts as an attempt. */
export const modelFailures = [
  "auth",
  "quota",
  "rate_limited",
  "overloaded",
  "timeout",
  "aborted",
  "network",
  "refused",
  "truncated",
  "protocol",
] as const;
export type ModelFailure = (typeof modelFailures)[number];
