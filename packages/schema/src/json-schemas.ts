import { z } from "zod";
import { actionSchema, submitActionsSchema } from "./action.ts";
import { candidateSchema } from "./candidate.ts";
import { deadLetterSchema } from "./dead-letter.ts";
import { ledgerLineSchema } from "./ledger-line.ts";
import { memoryRecordSchema, recordRowSchema } from "./memory-record.ts";
import { runLogLineSchema } from "./run-log-line.ts";
import { runReportSchema, stageResultSchema } from "./run-report.ts";
import { stagingFileSchema } from "./staging-file.ts";
import { transcriptSchema } from "./transcript.ts";

const nouns = {
  action: actionSchema,
  submit_actions: submitActionsSchema,
  candidate: candidateSchema,
  dead_letter: deadLetterSchema,
  ledger_line: ledgerLineSchema,
  record: memoryRecordSchema,
  record_row: recordRowSchema,
  run_log_line: runLogLineSchema,
  run_report: runReportSchema,
  stage_result: stageResultSchema,
  staging_file: stagingFileSchema,
  transcript: transcriptSchema,
};

export type NounName = keyof typeof nouns;
export const nounNames = Object.keys(nouns) as readonly NounName[];

/** The JSON Schema (draft 2020-12) of a noun, for tools and other languages. */
export function jsonSchemaOf(noun: NounName): object {
  return z.toJSONSchema(nouns[noun]);
}
