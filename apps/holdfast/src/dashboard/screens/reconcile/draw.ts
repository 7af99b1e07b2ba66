import type { Fate, OutcomeRow } from "@holdfast/schema";
import { runText } from "../../../show/run-text.ts";
import { fateWords } from "../../../show/run-words.ts";
import { shortened } from "../../../show/width-of.ts";
import { wrap } from "../../../show/wrap.ts";
import { visibleLine } from "../../../visible-text.ts";
import type { DashboardState } from "../../dashboard-state.ts";
import { bodyRows } from "../../layout.ts";
import { costOfRun } from "../../money.ts";
import { progressBar } from "../../parts/bar.ts";
import { fold } from "../../parts/fold.ts";
import { row } from "../../parts/row.ts";
import { scrolled } from "../../parts/scrolled.ts";
import type { Page } from "../../screen.ts";
import { isActive, type ReconcileState } from "./state.ts";

export function drawReconcile(state: DashboardState, page: Page): string[] {
  const { reconcile, size } = state;
  if (reconcile.phase === "idle") return before(state, page);
  const height = bodyRows(size);
  const head = isActive(reconcile) ? progressLines(state, page) : endLines(reconcile, page);
  const outcomes = reconcile.outcomes.map((outcome) => outcomeLine(outcome, page));
  return [
    ...head,
    ...scrolled(outcomes, reconcile.line, { height: Math.max(1, height - head.length), styles: page.styles }),
  ];
}

/** What a run would do. */
function before({ facts: { status } }: DashboardState, { columns, styles }: Page): string[] {
  if (status === undefined) return [styles.dim("Reading what waits ...")];
  const { staged, model, settings, writer } = status;
  const waits =
    staged === 0
      ? "Nothing waits."
      : `${staged.toLocaleString("en-US")} ${staged === 1 ? "candidate waits" : "candidates wait"}. Press r to settle ${staged === 1 ? "it" : "them"}.`;
  const tokens =
    settings.maxTokens === undefined ? "" : `, ${settings.maxTokens.toLocaleString("en-US")} tokens`;
  const who =
    model === "local/rules"
      ? "local/rules: only what is certain is decided, no model is asked, it costs nothing"
      : `${model}, asked about what resembles something that is known`;
  return [
    ...wrap(waits, columns).map(styles.bold),
    "",
    ...wrap(`Settled by ${who}.`, columns),
    ...wrap(
      `At most ${Math.round(settings.budgetMs / 1000)} s${tokens}; ${settings.chunkSize} candidates a chunk.`,
      columns,
    ),
    ...(writer
      ? [
          "",
          ...wrap(
            `Another writer is at work: ${visibleLine(writer.command)}, process ${writer.pid}.`,
            columns,
          ).map(styles.warn),
        ]
      : []),
  ];
}

function progressLines({ reconcile, now, facts }: DashboardState, { columns, styles }: Page): string[] {
  const { staged, settled, chunk, chunks, chunkSize, phase, startedAt, sentBack } = reconcile;
  const count = `${settled.toLocaleString("en-US")} of ${staged.toLocaleString("en-US")}`;
  const passed = Math.max(0, now - startedAt);
  const left =
    reconcile.budgetMs === undefined
      ? ""
      : `, ${secondsOf(Math.max(0, reconcile.budgetMs - passed))} left of ${secondsOf(reconcile.budgetMs)}`;
  const used = reconcile.tokens.input + reconcile.tokens.output;
  const cap = facts.status?.settings.maxTokens;
  const tokens = cap === undefined ? "" : `, ${Math.max(0, cap - used).toLocaleString("en-US")} tokens left`;
  const chunkWords =
    chunk === 0
      ? "Looking at what waits ..."
      : `chunk ${chunk} of ${chunks}: ${chunkSize} ${chunkSize === 1 ? "candidate" : "candidates"}${sentBack > 0 ? `, ${sentBack} sent back once` : ""}`;
  return [
    `${styles.note(progressBar(settled, staged, Math.max(8, Math.min(60, columns - count.length - 2))))}  ${count}`,
    shortened(chunkWords, columns),
    shortened(countWords(reconcile), columns),
    shortened(costLine(reconcile), columns),
    styles.dim(shortened(`${secondsOf(passed)} passed${left}${tokens}`, columns)),
    phase === "stopping"
      ? styles.warn("Stopping before the next commit ...")
      : lastWarning(reconcile, columns, styles.warn),
    "",
  ];
}

function lastWarning({ warnings }: ReconcileState, columns: number, style: (text: string) => string): string {
  const last = warnings.at(-1);
  return last === undefined ? "" : style(shortened(`warning: ${visibleLine(last)}`, columns));
}

/** What came of it, and what was kept. */
function endLines({ report, warnings }: ReconcileState, { columns, styles }: Page): string[] {
  if (report === undefined) return [];
  const lines = runText({ ...report, outcomes: [] }, { styles, width: columns })
    .trimEnd()
    .split("\n");
  const { counts } = report;
  const kept = counts.staged - counts.left_staged - counts.rejected;
  const words =
    report.status === "stopped"
      ? [
          styles.bold(
            `Kept: ${kept} of ${counts.staged} are settled; ${counts.left_staged + counts.rejected} stay staged.`,
          ),
        ]
      : [];
  const [last] = warnings.slice(-1);
  const why = last === undefined ? [] : wrap(`warning: ${visibleLine(last)}`, columns).map(styles.warn);
  return [...[...words, ...lines].flatMap((line) => fold(line, columns)), ...why, ""];
}

function countWords({ counts }: ReconcileState): string {
  const words = (Object.keys(fateWords) as Fate[])
    .filter((fate) => counts[fate] > 0)
    .map(
      (fate) =>
        `${fateWords[fate].mark}${counts[fate]} ${fateWords[fate].word.replace(/[,(].*$/, "").trim()}`,
    );
  return words.join("  ") || "no outcome yet";
}

function costLine({ model, modelCalls, tokens, costUsd }: ReconcileState): string {
  const asked = `${modelCalls} model ${modelCalls === 1 ? "call" : "calls"}, ${(tokens.input + tokens.output).toLocaleString("en-US")} tokens`;
  return [
    visibleLine(model ?? "..."),
    asked,
    ...costOfRun({ model_calls: modelCalls, cost_usd: costUsd }),
  ].join(", ");
}

function outcomeLine(
  { fate, category, summary, candidate_id, reason }: OutcomeRow,
  { columns, styles }: Page,
): string {
  const { mark, style } = fateWords[fate];
  const summaryColumns = Math.max(8, Math.floor((columns - 17) * 0.6));
  return row([
    { text: mark, width: 1, style: styles[style] },
    { text: category ?? "", width: 10, style: styles.dim },
    { text: summary ?? candidate_id, width: summaryColumns },
    { text: reason, width: Math.max(4, columns - summaryColumns - 17), style: styles.dim },
  ]);
}

function secondsOf(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
