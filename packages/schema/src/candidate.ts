import * as z from "zod";
import { categorySchema, scopeSchema, trustSchema } from "./category.ts";
import { violationSchema } from "./violation.ts";

/** When a lesson applies. */
export const triggerTypes = ["topic", "path", "command", "tool", "error"] as const;
export const triggerSchema = z.object({ type: z.enum(triggerTypes), value: z.string().min(1) });
export type Trigger = z.infer<typeof triggerSchema>;

/** The words a candidate rests on, and the transcript entry they stand in. */
export const evidenceSchema = z.object({ quote: z.string().min(1), entry_id: z.string().optional() });
export type Evidence = z.infer<typeof evidenceSchema>;

/** A point in time, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

const candidateIdSchema = z.string().regex(/^cand_[0-9a-f]+$/);

/**
 * One proposed memory, as it waits in staging. What a proposer says is text; ids, times, trust and counters are the host's.
 */
export const candidateSchema = z.object({
  candidate_id: candidateIdSchema,
  category: categorySchema,
  summary: z.string().min(1),
  detail: z.string(),
  why: z.string().optional(),
  alternatives: z.array(z.string()).optional(),
  triggers: z.array(triggerSchema).optional(),
  scope_suggestion: scopeSchema,
  source_evidence: evidenceSchema.optional(),
  /** Time of the quoted turn, else of staging. */
  observed_at: instantSchema,
  trust: trustSchema,
  /** How often an action for it was rejected. It travels with the candidate, never with a position. */
  reconcile_attempts: z.int().min(0),
  last_violations: z.array(violationSchema),
  /** Above 0 when a person insisted: earlier outcomes of the same text then don't settle it. */
  round: z.int().min(1).optional(),
  /** True once it failed alone without a verdict: it goes last and alone next time. */
  goes_alone: z.boolean().optional(),
  /** How often it failed alone: those that failed least are asked about first. */
  failed_alone: z.int().min(1).optional(),
});
export type Candidate = z.infer<typeof candidateSchema>;
