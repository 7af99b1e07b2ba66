import * as z from "zod";
import { actionSchema, submitActionsSchema } from "./action.ts";
import {
  contextBlockSchema,
  deadLetterRowSchema,
  droppedSchema,
  errorAnswerSchema,
  findingSchema,
  forgottenIdsSchema,
  inspectionSchema,
  recalledSchema,
  recoveredSchema,
  sessionRowSchema,
  stagedRowSchema,
  statusSchema,
  traceSchema,
  undoneSchema,
} from "./answers.ts";
import { candidateSchema } from "./candidate.ts";
import { neighbourSchema } from "./case.ts";
import { deadLetterSchema } from "./dead-letter.ts";
import { ledgerLineSchema } from "./ledger-line.ts";
import { memoryRecordSchema, recordRowSchema } from "./memory-record.ts";
import { proposalSchema } from "./proposal/proposal.ts";
import { runEventSchema } from "./run-event.ts";
import { runLogLineSchema } from "./run-log-line.ts";
import {
  extractionReportSchema,
  outcomeSchema,
  runReportSchema,
  sessionReadSchema,
  stageResultSchema,
} from "./run-report.ts";
import { settingsSchema } from "./settings.ts";
import { stagingFileSchema } from "./staging-file.ts";
import { submitCandidatesSchema } from "./submission.ts";
import { transcriptSchema } from "./transcript.ts";
import { violationSchema } from "./violation.ts";
import { writerNoteSchema } from "./writer-note.ts";

const nouns = {
  action: actionSchema,
  submit_actions: submitActionsSchema,
  submit_candidates: submitCandidatesSchema,
  violation: violationSchema,
  proposal: proposalSchema,
  candidate: candidateSchema,
  neighbour: neighbourSchema,
  staging_file: stagingFileSchema,
  record: memoryRecordSchema,
  ledger_line: ledgerLineSchema,
  dead_letter: deadLetterSchema,
  writer_note: writerNoteSchema,
  run_log_line: runLogLineSchema,
  run_event: runEventSchema,
  outcome: outcomeSchema,
  settings: settingsSchema,
  transcript: transcriptSchema,
  stage_result: stageResultSchema,
  run_report: runReportSchema,
  record_row: recordRowSchema,
  staged_row: stagedRowSchema,
  dead_letter_row: deadLetterRowSchema,
  recalled: recalledSchema,
  recovered: recoveredSchema,
  undone: undoneSchema,
  dropped: droppedSchema,
  forgotten: forgottenIdsSchema,
  finding: findingSchema,
  inspection: inspectionSchema,
  trace: traceSchema,
  session_row: sessionRowSchema,
  session_read: sessionReadSchema,
  extraction: extractionReportSchema,
  context: contextBlockSchema,
  status: statusSchema,
  error: errorAnswerSchema,
};

export type NounName = keyof typeof nouns;
export const nounNames = Object.keys(nouns) as readonly NounName[];

/** The JSON Schema (draft 2020-12) of a noun, for tools and other languages. */
export function jsonSchemaOf(noun: NounName): object {
  return z.toJSONSchema(nouns[noun]);
}
