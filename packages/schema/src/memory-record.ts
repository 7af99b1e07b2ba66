import * as z from "zod";
import { verdictSchema } from "./action.ts";
import { instantSchema, triggerSchema } from "./candidate.ts";
import { categorySchema, scopeSchema, trustSchema } from "./category.ts";

/** A candidate that a record was founded on. `action` says how. */
export const sourceSchema = z.object({
  candidate_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  action: verdictSchema,
  round: z.int().min(1).optional(),
  /** The words it rests on, as they were said in its session. */
  quote: z.string().min(1).optional(),
});
export type Source = z.infer<typeof sourceSchema>;

/**
 * One canonical memory: one Markdown file. Code never rewrites one, except to flip `status`. A record is
 * superseded when any record that is not archived names it; that is computed, never stored.
 */
export const memoryRecordSchema = z.object({
  id: z.string().min(1),
  category: categorySchema,
  status: z.enum(["active", "archived"]),
  scope: scopeSchema,
  trust: trustSchema,
  triggers: z.array(triggerSchema),
  observed_at: instantSchema,
  created_at: instantSchema,
  supersedes: z.array(z.string()),
  sources: z.array(sourceSchema),
  related: z.array(z.string()),
  why: z.string().optional(),
  alternatives: z.array(z.string()).optional(),
  /** Set when a person had the text erased: the word key of its summary, so that the text is known when it comes back. */
  forgotten: z.string().optional(),
  summary: z.string(),
  detail: z.string(),
});
export type MemoryRecord = z.infer<typeof memoryRecordSchema>;

/** How a record stands among the others. *Current* is active and not superseded. */
export const standings = ["current", "superseded", "archived"] as const;
export const standingSchema = z.enum(standings);
export type Standing = z.infer<typeof standingSchema>;

/** A record with everything that is computed about it: the row that lists show. */
export const recordRowSchema = memoryRecordSchema.omit({ status: true }).extend({
  status: standingSchema,
  /** Ids of the records, not archived, that name it in `supersedes`. */
  superseded_by: z.array(z.string()),
  /** Founders and, from the ledger, the duplicates that confirmed it. */
  sources: z.array(sourceSchema),
  /** How often it was heard: its founders and its duplicates. */
  reinforced: z.int().min(0),
  /** Path of its file. */
  path: z.string(),
});
export type RecordRow = z.infer<typeof recordRowSchema>;

/** A record as little as possible: what a list of very many needs to count, filter and find its place. */
export const outlineRowSchema = recordRowSchema.pick({
  id: true,
  category: true,
  status: true,
  scope: true,
  created_at: true,
});
export type OutlineRow = z.infer<typeof outlineRowSchema>;
