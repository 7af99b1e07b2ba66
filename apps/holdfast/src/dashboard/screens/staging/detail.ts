import type { StagedRow } from "@holdfast/memory";
import { factLines, memoryLines } from "../../../show/record-text.ts";
import type { Styles } from "../../../styles.ts";
import { timesWords, violationWords } from "../../gate-words.ts";
import { fold } from "../../parts/fold.ts";

/** All that is to be said of a candidate that waits. */
export function stagedLines(
  row: StagedRow,
  { columns, styles }: { readonly columns: number; readonly styles: Styles },
): string[] {
  const facts: (readonly [string, string])[] = [
    [
      "attempts",
      row.reconcile_attempts === 0 ? "none yet" : `rejected ${timesWords(row.reconcile_attempts)}`,
    ],
    ...row.last_violations.map((violation) => ["because", violationWords(violation)] as const),
    ["would be", `a ${row.category}, ${row.scope}`],
    ["id", row.candidate_id],
    ["session", row.session_id],
    ["file", row.file],
  ];
  return [...memoryLines(row, styles, columns), "", ...factLines(facts, styles, columns)].flatMap((line) =>
    fold(line, columns),
  );
}
