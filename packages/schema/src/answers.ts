import * as z from "zod";
import { candidateSchema, instantSchema } from "./candidate.ts";
import { categorySchema, scopeSchema, trustSchema } from "./category.ts";
import { deadLetterSchema } from "./dead-letter.ts";
import { errorCodes } from "./errors.ts";
import { ledgerLineSchema } from "./ledger-line.ts";
import { runReportSchema } from "./run-report.ts";
import { settingsSchema } from "./settings.ts";
import { agentSchema } from "./transcript.ts";
import { violationSchema } from "./violation.ts";
import { writerNoteSchema } from "./writer-note.ts";

/** A candidate that waits, as lists show it. */
export const stagedRowSchema = z.object({
  candidate_id: z.string(),
  category: categorySchema,
  scope: scopeSchema,
  session_id: z.string(),
  reconcile_attempts: z.int().min(0),
  last_violations: z.array(violationSchema),
  summary: z.string(),
  detail: z.string(),
  /** Path of the file it waits in. */
  file: z.string(),
});
export type StagedRow = z.infer<typeof stagedRowSchema>;

/** A dead letter, as lists show it. `category` is null when it could not be read. */
export const deadLetterRowSchema = deadLetterSchema.extend({
  category: categorySchema.nullable(),
  scope: scopeSchema,
});
export type DeadLetterRow = z.infer<typeof deadLetterRowSchema>;

/** A record that answers a query. */
export const recalledSchema = z.object({
  id: z.string(),
  category: categorySchema,
  scope: scopeSchema,
  /** Who said it: what the person did not say is a quotation, whatever it demands. */
  trust: trustSchema,
  summary: z.string(),
  detail: z.string(),
  /** Higher is better; comparable within one answer only. */
  score: z.number(),
  /** Why it came, in words. */
  why: z.string(),
  /** With `explain`: why it was left out of the answer. */
  cut: z.string().optional(),
});
export type Recalled = z.infer<typeof recalledSchema>;

/** Something that was left as it is, and why. */
export const leftSchema = z.object({ id: z.string(), reason: z.string() });
export type Left = z.infer<typeof leftSchema>;

export const recoveredSchema = z.object({
  /** Candidates that wait again, with no attempts. */
  recovered: z.array(z.string()),
  left: z.array(leftSchema),
});
export type Recovered = z.infer<typeof recoveredSchema>;

export const undoneSchema = z.object({
  /** Records that are archived now because of this call, newest first. */
  archived: z.array(z.string()),
  kept: z.array(leftSchema),
});
export type Undone = z.infer<typeof undoneSchema>;

/** The candidate that was settled as discarded by a person. */
export const droppedSchema = z.object({ dropped: z.string() });
export type Dropped = z.infer<typeof droppedSchema>;

/** Ids of the records and candidates whose text was erased. */
export const forgottenIdsSchema = z.object({ forgotten: z.array(z.string()) });
export type ForgottenIds = z.infer<typeof forgottenIdsSchema>;

/** What inspection can find; what could not be looked at has the code of its error. */
export const findingCodes = [
  "foreign_lock",
  "temporary_file",
  "too_open",
  "index_drift",
  "ledger_torn",
  "turns_torn",
  "run_log_torn",
  "record_unreadable",
  "duplicate_id",
  "conflict_copy",
  "merge_marker",
  "broken_pointer",
  "superseded_in_circle",
  "ledger_line_unreadable",
  "turns_line_unreadable",
  "run_log_line_unreadable",
  "staging_malformed_file",
  "staging_malformed_member",
  "staging_newer",
  "staging_unreadable",
  "staging_stray",
  "dead_letter_unreadable",
  "dead_letter_newer",
  "dead_letter_stray",
  "stray_file",
  "link_inside",
  "earlier_system",
] as const;

/** Something that inspection found. `fix` says what to do, or what was done. */
export const findingSchema = z.object({
  code: z.enum([...findingCodes, ...errorCodes]),
  /** Absolute. */
  path: z.string(),
  message: z.string(),
  fix: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

export const inspectionSchema = z.object({
  /** What is still so. */
  findings: z.array(findingSchema),
  /** What was put right. */
  fixed: z.array(findingSchema),
});
export type Inspection = z.infer<typeof inspectionSchema>;

/** Where a candidate is, and what it was, as far as that is kept. */
export const traceSchema = z.object({
  candidate_id: z.string(),
  scope: scopeSchema,
  place: z.enum(["staging", "dead_letter", "record", "ledger"]),
  /** The record it founded or confirmed. */
  record_id: z.string().optional(),
  candidate: candidateSchema.optional(),
  dead_letter: deadLetterSchema.optional(),
  ledger_line: ledgerLineSchema.optional(),
});
export type Trace = z.infer<typeof traceSchema>;

export const statusSchema = z.object({
  dir: z.string(),
  user_dir: z.string(),
  /** Record files, of every standing, in both stores. */
  records: z.int(),
  /** Candidates that wait. */
  staged: z.int(),
  dead_letters: z.int(),
  /** Who writes now, if anybody. */
  writer: writerNoteSchema.extend({ scope: scopeSchema }).nullable(),
  /** What settles candidates that have neighbours. */
  model: z.string(),
  /** How that came: `explicit`, `configured`, `pinned`, `session` or `rules`. */
  model_how: z.string(),
  /** What reads sessions, and how that came. */
  extraction_model: z.string(),
  extraction_model_how: z.string(),
  settings: settingsSchema,
  last_run: runReportSchema.omit({ outcomes: true }).nullable(),
  warnings: z.array(z.string()),
});
export type Status = z.infer<typeof statusSchema>;

/** A session that was found on disk, and how much of it was read. */
export const sessionRowSchema = z.object({
  agent: agentSchema,
  session_id: z.string(),
  path: z.string(),
  started_at: instantSchema.nullable(),
  /** When the file was last written. */
  changed_at: instantSchema,
  turns: z.int(),
  read: z.int(),
  state: z.enum(["new", "partly", "consolidated", "empty", "unreadable"]),
  /** Lines that could not be used, each with its number and why. */
  warnings: z.array(z.string()),
});
export type SessionRow = z.infer<typeof sessionRowSchema>;

/** What a host puts before an agent: the block itself, what is in it, and what is not and why. */
export const contextBlockSchema = z.object({
  text: z.string(),
  included: z.array(z.object({ id: z.string(), tokens: z.int() })),
  cut: z.array(z.object({ id: z.string(), reason: z.string() })),
});
export type ContextBlock = z.infer<typeof contextBlockSchema>;

/** What the command answers instead when it could not do what was asked. */
export const errorAnswerSchema = z.object({
  error: z.object({
    code: z.enum([...errorCodes, "usage", "interrupted", "unexpected"]),
    message: z.string(),
    hint: z.string(),
  }),
});
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;
