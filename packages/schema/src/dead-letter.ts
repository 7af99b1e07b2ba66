import * as z from "zod";
import { candidateSchema, instantSchema } from "./candidate.ts";
import { categorySchema } from "./category.ts";
import { schemaVersion } from "./staging-file.ts";
import { violationSchema } from "./violation.ts";

/**
 * A candidate that ran out of attempts, or something in staging that could not be read. Kept whole, listed, recoverable.
 */
export const deadLetterSchema = z.object({
  schemaVersion: z.literal(schemaVersion),
  /** The candidate's id; `file-<hash>` for what could not be read. */
  candidate_id: z.string(),
  kind: z.enum(["attempts_exhausted", "malformed"]),
  /** As far as it is known. */
  category: categorySchema.optional(),
  session_id: z.string(),
  project_root: z.string().optional(),
  attempts: z.int().min(0),
  reason: z.string(),
  violations: z.array(violationSchema),
  /** The last action asked for, as it came. */
  raw_action: z.unknown().optional(),
  run_id: z.string(),
  at: instantSchema,
  candidate: candidateSchema.optional(),
  /** What could not be read, as it was. */
  raw: z.string().optional(),
  /** Set when it was no text. */
  raw_encoding: z.literal("base64").optional(),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;
