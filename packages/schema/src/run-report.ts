import * as z from "zod";
import { instantSchema } from "./candidate.ts";
import { categorySchema, scopeSchema } from "./category.ts";
import { leftOutSchema } from "./transcript.ts";
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
  "window_cap",
  "writer_busy",
  "model_failed",
] as const;
export type StopReason = (typeof stopReasons)[number];

export const tokensSchema = z.object({ input: z.int(), output: z.int() });
export type Tokens = z.infer<typeof tokensSchema>;

/** What became of one session that consolidation looked at. */
export const sessionReadSchema = z.object({
  session_id: z.string(),
  agent: z.string(),
  /** Where it was read from: a path, or the host's word. */
  transcript: z.string(),
  turns: z.int(),
  already_read: z.int(),
  /** Stretches that hold new turns; how many of them were read, and how many needed no model. */
  windows: z.int(),
  windows_read: z.int(),
  windows_skipped: z.int(),
  found: z.int(),
  /** Why nothing of it was read, where that is so. */
  skipped: z.string().optional(),
  /** What was cut out of it before anyone looked. */
  left_out: z.array(leftOutSchema),
});
export type SessionRead = z.infer<typeof sessionReadSchema>;

/** What reading sessions may use in one run. */
export const extractionCapsSchema = z.object({ windows: z.int(), tokens: z.int(), ms: z.int() });
export type ExtractionCaps = z.infer<typeof extractionCapsSchema>;

/** What consolidation read before it staged. */
export const extractionReportSchema = z.object({
  /** What read: a model's id, or `local/rules`. */
  model: z.string(),
  model_how: z.string(),
  sessions: z.array(sessionReadSchema),
  /** Windows that were read, and those that wait for the next run. */
  windows: z.int(),
  windows_left: z.int(),
  /** Why reading stopped before the end, where it did. */
  stopped: z.enum(stopReasons).optional(),
  found: z.int(),
  /** What a model submitted and code did not believe, each with the reason. */
  refused: z.array(refusedSchema),
  /** What was heard and need not be kept, each with the reason. */
  cut: z.array(refusedSchema),
  model_calls: z.int(),
  tokens: tokensSchema,
  cost_usd: z.number().optional(),
  caps: extractionCapsSchema,
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
