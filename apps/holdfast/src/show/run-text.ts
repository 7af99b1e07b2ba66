import type { Fate, OutcomeRow, RunReport } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import { visibleLine } from "../visible-text.ts";
import { costWords } from "./cost-words.ts";
import { fateWords, wordsOf } from "./run-words.ts";
import { sessionLines } from "./session-lines.ts";
import { stageLines } from "./stage-lines.ts";
import { table } from "./table.ts";
import { wrap } from "./wrap.ts";

/** Text is easier to read when lines are not too long, however wide the screen. */
const widest = 100;
/** Of outcomes that ended alike, so many are shown; the rest is counted, and `holdfast runs RUN` shows it. */
const shownAlike = 50;

export interface RunTextOptions {
  readonly styles: Styles;
  readonly width: number;
  /** Every outcome, however many. */
  readonly whole?: boolean;
}

/** A run as a person reads it: what became of each candidate and why, then the sum. */
export function runText(report: RunReport, options: RunTextOptions): string {
  const inWidth = { ...options, width: Math.min(options.width, widest) };
  const blocks = [
    sessionLines(report.extraction, inWidth),
    stageLines(report.stage, inWidth),
    ...alike(report.outcomes).map((outcomes) => outcomeLines(outcomes, report.run_id, inWidth)),
    archivedLines(report.archived),
    notBelievedLines(report, inWidth),
    passedOverLines(report, inWidth),
    chunkLines(report, inWidth),
    sumLines(report, inWidth),
  ].filter((lines) => lines.length > 0);
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Of what sounded like a rule and was not taken, so much is shown; the report has all of it. */
const shownPassedOver = 5;

/** What was heard and not kept: no one should believe that a session held nothing else. */
function passedOverLines({ extraction }: RunReport, { styles, width, whole }: RunTextOptions): string[] {
  const cut = extraction?.cut ?? [];
  if (cut.length === 0) return [];
  const shown = whole ? cut : cut.slice(0, shownPassedOver);
  const rows = shown.map(({ path, message }) => [
    "",
    { text: visibleLine(`${path}: ${message}`), style: styles.dim },
  ]);
  const more = cut.length > shown.length ? `, of them ${cut.length - shown.length} not shown` : "";
  const title = `Heard, but not certain enough to keep (${cut.length}${more}). holdfast remember "..." keeps what you mean:`;
  return [...wrap(title, width), ...table(rows, { most: [1], width })];
}

/** Outcomes with the same fate for the same reason, in the order of their first. */
function alike(outcomes: readonly OutcomeRow[]): OutcomeRow[][] {
  const groups = new Map<string, OutcomeRow[]>();
  for (const outcome of outcomes) {
    const key = `${outcome.fate} ${outcome.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()];
}

function outcomeLines(outcomes: readonly OutcomeRow[], runId: string, options: RunTextOptions): string[] {
  const { styles, width, whole } = options;
  const [first] = outcomes;
  if (first === undefined) return [];
  const { mark, style } = fateWords[first.fate];
  const shown = whole ? outcomes : outcomes.slice(0, shownAlike);
  const more =
    shown.length < outcomes.length
      ? `and ${outcomes.length - shown.length} more: holdfast runs ${runId}`
      : undefined;
  const rows = shown.map((outcome) => [
    { text: mark, style: styles[style] },
    (outcome.category ?? "").padEnd(10),
    outcome.scope === "user" ? "user" : "",
    visibleLine(outcome.summary ?? outcome.candidate_id),
  ]);
  const rest = [more, first.reason].filter((text) => text !== undefined && text !== "") as string[];
  return table(
    [...rows, ...rest.map((text) => ["", "", "", { text: visibleLine(text), style: styles.dim }])],
    {
      most: [1, 10, 4],
      width,
    },
  );
}

/** What a model submitted and code did not believe. */
function notBelievedLines({ extraction }: RunReport, { styles, width }: RunTextOptions): string[] {
  const refused = extraction?.refused ?? [];
  if (refused.length === 0) return [];
  const rows = refused.map(({ path, message }) => [
    { text: "x", style: styles.warn },
    visibleLine(`${path}: ${message}`),
  ]);
  return [
    `Submitted by ${visibleLine(extraction!.model)}, and not believed (${refused.length}):`,
    ...table(rows, { most: [1], width }),
  ];
}

function archivedLines(archived: readonly string[] | undefined): string[] {
  return (archived ?? []).map((id) => `- ${visibleLine(id)} archived`);
}

function sumLines(report: RunReport, { styles, width }: RunTextOptions): string[] {
  const { counts } = report;
  const parts = (Object.keys(fateWords) as Fate[])
    .filter((fate) => counts[fate] > 0)
    .map((fate) => `${counts[fate]} ${fateWords[fate].word}`);
  const refused = (report.stage?.refused.length ?? 0) + (report.extraction?.refused.length ?? 0);
  if (refused > 0) parts.push(`${refused} refused and not kept`);
  const unsettled = report.status === "deferred" || (report.status === "stopped" && counts.staged === 0);
  const staged = report.stage?.staged.length ?? 0;
  if (unsettled && staged > 0) parts.push(`${staged} staged`);
  const sum = parts.length > 0 ? parts.join(", ") : "Nothing to settle";
  const end = endOf(report);
  return [
    ...wrap(`${sum}.`, width).map(styles.bold),
    ...(end === undefined ? [] : wrap(end, width).map(styles.warn)),
    styles.dim([visibleLine(report.model), ...costWords(report), secondsOf(report.duration_ms)].join(", ")),
  ];
}

function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** What each chunk took that a model was asked about. */
function chunkLines({ chunks = [] }: RunReport, { styles, whole }: RunTextOptions): string[] {
  if (!whole) return [];
  return chunks.map((chunk, at) => {
    const words = [`${chunk.candidates} candidates`, ...costWords(chunk), secondsOf(chunk.ms)];
    if (chunk.repaired) words.push("sent back once");
    if (chunk.failure) words.push(visibleLine(chunk.failure));
    return styles.dim(`chunk ${at + 1}: ${words.join(", ")}`);
  });
}

function endOf({ status, stop_reason, extraction, counts }: RunReport): string | undefined {
  if (status === "completed" || status === "idle") return undefined;
  if (status === "deferred")
    return "Another writer is at work: everything stays staged, and its next run settles it.";
  const unread = extraction?.windows_left ?? 0;
  if (status === "stopped" && unread > 0 && counts.left_staged === 0)
    return `Stopped (${wordsOf(stop_reason)}): what was read is kept. holdfast consolidate goes on with what is left.`;
  if (status === "stopped")
    return `Stopped (${wordsOf(stop_reason)}): what is committed is kept, the rest stays staged. holdfast reconcile goes on.`;
  if (status === "interrupted") return "It was interrupted: what it committed is kept. The next run goes on.";
  return `The run ${status}${stop_reason ? ` (${wordsOf(stop_reason)})` : ""}. What waits stays staged.`;
}
