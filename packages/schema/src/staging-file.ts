import * as z from "zod";
import { candidateSchema, instantSchema } from "./candidate.ts";
import { trustSchema } from "./category.ts";

/** The format of staging files and dead letters that this version writes, and the newest it reads. */
export const schemaVersion = 1;

/** One save in the waiting room. `project_root` is provenance, never a filter. */
export const stagingFileSchema = z.object({
  schemaVersion: z.literal(schemaVersion),
  session_id: z.string(),
  produced_at: instantSchema,
  project_root: z.string(),
  source: trustSchema,
  candidates: z.object({
    lessons: z.array(candidateSchema),
    preferences: z.array(candidateSchema),
    decisions: z.array(candidateSchema),
    domain: z.array(candidateSchema),
  }),
});
export type StagingFile = z.infer<typeof stagingFileSchema>;

/** The outside of a staging file: enough to judge its members one by one. */
export const stagingEnvelopeSchema = stagingFileSchema.extend({
  candidates: z.object({
    lessons: z.array(z.unknown()).default([]),
    preferences: z.array(z.unknown()).default([]),
    decisions: z.array(z.unknown()).default([]),
    domain: z.array(z.unknown()).default([]),
  }),
});
export type StagingEnvelope = z.infer<typeof stagingEnvelopeSchema>;

/** A candidate in the waiting room, with the save it came in. */
export interface StagedCandidate {
  readonly candidate: Candidate;
  readonly session_id: string;
  readonly project_root: string;
  /** File name inside the staging folder. */
  readonly file: string;
}
type Candidate = z.infer<typeof candidateSchema>;
