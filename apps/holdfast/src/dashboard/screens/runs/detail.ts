import type { RunReport } from "@holdfast/schema";
import { runText } from "../../../show/run-text.ts";
import type { Styles } from "../../../styles.ts";
import { visibleLine } from "../../../visible-text.ts";
import { costOfRun } from "../../money.ts";
import { fold } from "../../parts/fold.ts";

/** A run may have thousands of outcomes, and is drawn at every key: its lines are made once for each width. */
const made = new WeakMap<RunReport, { key: string; lines: string[] }>();

/** A run as a person reads it: its chunks and every outcome, with the reasons. */
export function runLinesOf(
  run: RunReport,
  { columns, styles }: { readonly columns: number; readonly styles: Styles },
): string[] {
  const key = `${columns} ${styles.bold("x")}`;
  const known = made.get(run);
  if (known?.key === key) return known.lines;
  const title = [run.run_id, visibleLine(run.command), run.started_at, ...costOfRun(run)].join(", ");
  const warnings = run.warnings.map((warning) => styles.warn(`warning: ${visibleLine(warning)}`));
  const text = runText(run, { styles, width: columns, whole: true }).trimEnd().split("\n");
  const lines = [styles.dim(title), "", ...text, ...warnings].flatMap((line) => fold(line, columns));
  made.set(run, { key, lines });
  return lines;
}
