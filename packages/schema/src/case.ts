import type { Candidate } from "./candidate.ts";
import type { MemoryRecord } from "./memory-record.ts";

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
  /** The project it was staged for, as far as that is known. */
  readonly project_root?: string;
  readonly neighbours: readonly Neighbour[];
  /** How many records the frequencies are out of. */
  readonly documents: number;
  /** In how many records each term of the candidate stands. */
  readonly frequency: ReadonlyMap<string, number>;
}
