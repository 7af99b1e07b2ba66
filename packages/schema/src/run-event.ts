import * as z from "zod";
import { extractionCapsSchema, outcomeSchema, runReportSchema, tokensSchema } from "./run-report.ts";

/** What a run tells while it runs: a progress bar, a tool update and a dashboard all draw from it. */
export const runEventSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("run_started"),
    run_id: z.string(),
    command: z.string(),
    model: z.string(),
    staged: z.int(),
  }),
  z.object({
    kind: z.literal("chunk_started"),
    run_id: z.string(),
    chunk: z.int(),
    candidates: z.int(),
    settled: z.int(),
    staged: z.int(),
  }),
  z.object({ kind: z.literal("outcome"), run_id: z.string(), outcome: outcomeSchema }),
  z.object({ kind: z.literal("repair"), run_id: z.string(), chunk: z.int(), rejected: z.int() }),
  z.object({
    kind: z.literal("model_call"),
    run_id: z.string(),
    model_calls: z.int(),
    tokens: tokensSchema,
    /** US dollars, as far as prices are known. */
    cost_usd: z.number().optional(),
    left_ms: z.number(),
  }),
  /** Before a session is read: what it will take, and what it may. */
  z.object({
    kind: z.literal("extraction_started"),
    run_id: z.string(),
    model: z.string(),
    sessions: z.int(),
    windows: z.int(),
    /** About how many, asked alone. */
    tokens: z.int(),
    caps: extractionCapsSchema,
  }),
  z.object({
    kind: z.literal("window_read"),
    run_id: z.string(),
    session_id: z.string(),
    read: z.int(),
    windows: z.int(),
    found: z.int(),
  }),
  z.object({ kind: z.literal("warning"), message: z.string() }),
  z.object({ kind: z.literal("run_finished"), report: runReportSchema }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;
