import * as z from "zod";
import type { Candidate } from "./candidate.ts";
import { memoryRecordSchema } from "./memory-record.ts";

/** A current record similar enough to a candidate to be worth comparing. `score` is 0 to 1. */
export const neighbourSchema = z.object({ record: memoryRecordSchema, score: z.number().min(0).max(1) });
export type Neighbour = Readonly<z.infer<typeof neighbourSchema>>;

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
