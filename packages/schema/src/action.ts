import * as z from "zod";
import { triggerSchema } from "./candidate.ts";

/** The verdicts on one candidate. */
export const verdicts = ["add", "duplicate", "supersede", "merge", "discard"] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

/**
 * What is asked for one candidate. Labels (`C1`, `M1`) are per chunk, so that no id can be invented. The reason
 * comes before the verdict: whoever writes it thinks first.
 */
export const actionSchema = z.strictObject({
  ref: z.string().describe("label of the candidate, C1, C2, ..."),
  reason: z.string().describe("why, in one sentence, written before the verdict"),
  action: verdictSchema,
  target_id: z
    .string()
    .optional()
    .describe("label of the record meant, M1, M2, ...: for duplicate, supersede and merge"),
  summary: z.string().optional().describe("merge only: one line, at most 300 characters"),
  detail: z.string().optional().describe("merge only: the union of both texts"),
  triggers: z.array(triggerSchema).optional().describe("merge of lessons only"),
});
export type Action = z.infer<typeof actionSchema>;

/** The input of the one tool that a careful model is made to call. */
export const submitActionsSchema = z.object({ actions: z.array(actionSchema) });
