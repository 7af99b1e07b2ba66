import type { Fate, RunReport } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import { visibleLine } from "../visible-text.ts";
import { ago } from "./ago.ts";
import { fateWords, wordsOf } from "./run-words.ts";
import { table } from "./table.ts";

/** What runs were and what came of them, a line each. */
export function runLines(
  reports: readonly RunReport[],
  { styles, width, now }: { styles: Styles; width: number; now: Date },
): string[] {
  const rows = reports.map((report) => [
    { text: report.run_id, style: styles.dim },
    ago(report.started_at, now),
    visibleLine(report.command),
    resultOf(report),
  ]);
  return table(rows, { most: [27, 10, 17], width });
}

/** What came of a run, in words: `3 added, 1 known already`. */
export function resultOf({ counts, archived, status, stop_reason }: Omit<RunReport, "outcomes">): string {
  const parts = Object.entries(fateWords)
    .filter(([fate]) => counts[fate as Fate] > 0)
    .map(([fate, { word }]) => `${counts[fate as Fate]} ${word.replace(/[,(].*$/, "").trim()}`);
  if (archived?.length) parts.push(`${archived.length} archived`);
  if (status !== "completed") parts.push(stop_reason ? `${status} (${wordsOf(stop_reason)})` : status);
  return parts.join(", ") || "nothing to settle";
}
