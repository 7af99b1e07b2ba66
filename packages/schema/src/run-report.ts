import { z } from "zod";
import { instantSchema } from "./candidate.ts";
import { categorySchema, scopeSchema } from "./category.ts";
import { violationSchema } from "./violation.ts";

/** Where a candidate ended up in one run. Each gets exactly one. */
export const fates = [
  "add",
  "duplicate",
  "supersede",
  "merge",
  "discard",
  "rejected",
  "dead_lettered",
  "left_staged",
] as const;
export const fateSchema = z.enum(fates);
export type Fate = z.infer<typeof fateSchema>;

export const outcomeSchema = z.object({
  candidate_id: z.string(),
  category: categorySchema.optional(),
  scope: scopeSchema,
  fate: fateSchema,
  record_id: z.string().optional(),
  reason: z.string(),
  summary: z.string().optional(),
  violations: z.array(violationSchema).optional(),
});
export type OutcomeRow = z.infer<typeof outcomeSchema>;

/** Candidates that were known already when they were proposed, and where. */
export const alreadySchema = z.object({
  id: z.string(),
  place: z.enum(["staging", "record", "ledger", "dead_letter"]),
  record_id: z.string().optional(),
});
export type Already = z.infer<typeof alreadySchema>;

/** A member of a proposal that was refused, by its path (`candidates.lessons[2].detail`), and what to do. */
export const refusedSchema = z.object({ path: z.string(), message: z.string() });
export type Refused = z.infer<typeof refusedSchema>;

/** What staging did with a proposal. `notes` says what code filled in, dropped or redacted. */
export const stageResultSchema = z.object({
  staged: z.array(z.string()),
  already: z.array(alreadySchema),
  refused: z.array(refusedSchema),
  notes: z.array(refusedSchema),
});
export type StageResult = z.infer<typeof stageResultSchema>;

export const countsSchema = z.object({
  /** Candidates that this run looked at. */
  staged: z.int(),
  add: z.int(),
  duplicate: z.int(),
  supersede: z.int(),
  merge: z.int(),
  discard: z.int(),
  rejected: z.int(),
  dead_lettered: z.int(),
  left_staged: z.int(),
});
export type Counts = z.infer<typeof countsSchema>;

export const runStatuses = ["completed", "stopped", "failed", "deferred", "idle", "interrupted"] as const;
export const stopReasons = [
  "budget",
  "aborted",
  "stale_generation",
  "token_cap",
  "writer_busy",
  "model_failed",
] as const;
export type StopReason = (typeof stopReasons)[number];

export const tokensSchema = z.object({ input: z.int(), output: z.int() });
export type Tokens = z.infer<typeof tokensSchema>;

/** What consolidation read before it staged. */
export const extractionReportSchema = z.object({
  session_id: z.string(),
  transcript: z.string(),
  turns: z.int(),
  already_read: z.int(),
  windows: z.int(),
  found: z.int(),
  refused: z.array(refusedSchema),
  cut: z.array(refusedSchema),
  tokens: tokensSchema,
});
export type ExtractionReport = z.infer<typeof extractionReportSchema>;

/** What a chunk took, for those that a model was asked about. */
export const chunkReportSchema = z.object({
  candidates: z.int(),
  ms: z.number(),
  model_calls: z.int(),
  tokens: tokensSchema,
  cost_usd: z.number().optional(),
  /** True when rejected actions were sent back once. */
  repaired: z.boolean(),
  /** Why no verdict came, and how the run went on: `timeout: halve`. */
  failure: z.string().optional(),
});
export type ChunkReport = z.infer<typeof chunkReportSchema>;

/** One run, told: what it did to each candidate, why it stopped, what it cost. */
export const runReportSchema = z.object({
  run_id: z.string(),
  /** What the run was: `reconcile`, `save`, `consolidate`, `recover`, `undo`, ... */
  command: z.string(),
  status: z.enum(runStatuses),
  stop_reason: z.enum(stopReasons).optional(),
  model: z.string(),
  /** How it came to its model: `explicit`, `configured`, `pinned`, `session` or `rules`. */
  model_how: z.string().optional(),
  started_at: instantSchema,
  duration_ms: z.int(),
  stage: stageResultSchema.optional(),
  extraction: extractionReportSchema.optional(),
  counts: countsSchema,
  model_calls: z.int(),
  tokens: tokensSchema,
  /** US dollars, as far as prices are known. */
  cost_usd: z.number().optional(),
  chunks: z.array(chunkReportSchema).optional(),
  outcomes: z.array(outcomeSchema),
  /** Records that an undo archived. */
  archived: z.array(z.string()).optional(),
  warnings: z.array(z.string()),
});
export type RunReport = z.infer<typeof runReportSchema>;

export const noCounts: Counts = {
  staged: 0,
  add: 0,
  duplicate: 0,
  supersede: 0,
  merge: 0,
  discard: 0,
  rejected: 0,
  dead_lettered: 0,
  left_staged: 0,
};

/** Counts the fates of outcomes; `staged` is their number. */
export function countFates(outcomes: readonly { fate: Fate }[]): Counts {
  const counts = { ...noCounts, staged: outcomes.length };
  for (const { fate } of outcomes) counts[fate]++;
  return counts;
}
