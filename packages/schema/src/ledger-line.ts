import * as z from "zod";
import { candidateSchema, instantSchema } from "./candidate.ts";

/** What is left of a candidate whose text a person had erased. The keys tell the text when it comes back. */
export const forgottenSchema = z.object({
  candidate_id: z.string(),
  forgotten: z.literal(true),
  summary_key: z.string(),
  text_key: z.string(),
});
export type Forgotten = z.infer<typeof forgottenSchema>;

/** What a person dropped although it could not be read: kept as it was. */
export const unreadableSchema = z.object({
  candidate_id: z.string(),
  unreadable: z.literal(true),
  raw: z.string(),
});
export type Unreadable = z.infer<typeof unreadableSchema>;

/** One candidate that founded no record: a duplicate of one, or discarded. */
export const ledgerLineSchema = z.object({
  candidate_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  fate: z.enum(["duplicate", "discard"]),
  record_id: z.string().optional(),
  reason: z.string(),
  at: instantSchema,
  /** Set when a person decided it: such a text is not learnt again unless the person insists. */
  by: z.literal("person").optional(),
  candidate: z.union([candidateSchema, forgottenSchema, unreadableSchema]),
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;
