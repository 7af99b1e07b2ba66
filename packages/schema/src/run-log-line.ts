import * as z from "zod";
import { chunkReportSchema, outcomeSchema, runReportSchema } from "./run-report.ts";

/**
 * The run log is diagnosis: a run says that it started, what each chunk did, and how it finished. A run that
 * never finished was interrupted, and its chunks still tell what it did.
 */
export const runLogLineSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("started"),
    run_id: z.string(),
    command: z.string(),
    model: z.string(),
    at: z.string(),
  }),
  z.object({
    kind: z.literal("chunk"),
    run_id: z.string(),
    outcomes: z.array(outcomeSchema),
    ms: z.number(),
    model_calls: z.int(),
    /** Of a chunk that a model was asked about. */
    asked: chunkReportSchema.optional(),
  }),
  z.object({
    kind: z.literal("finished"),
    run_id: z.string(),
    report: runReportSchema.omit({ outcomes: true }),
  }),
]);
export type RunLogLine = z.infer<typeof runLogLineSchema>;
