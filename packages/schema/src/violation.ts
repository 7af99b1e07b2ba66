import * as z from "zod";

/** The gates an action must pass, by name. */
export const gates = [
  "reply_unreadable",
  "extra_keys",
  "unknown_ref",
  "coverage_missing",
  "coverage_repeated",
  "missing_target",
  "unknown_target_id",
  "category_mismatch",
  "missing_trigger",
  "text_bounds",
  "merge_drops_content",
  "merge_invents_content",
  "older_than_target",
  "lower_trust",
  "secret_found",
] as const;
export const gateSchema = z.enum(gates);
export type GateName = z.infer<typeof gateSchema>;

/** Why an action was rejected: which gate, for which candidate (`ref`), where in the reply, and in words. */
export const violationSchema = z.object({
  gate: gateSchema,
  ref: z.string(),
  path: z.string(),
  message: z.string(),
});
export type Violation = z.infer<typeof violationSchema>;
