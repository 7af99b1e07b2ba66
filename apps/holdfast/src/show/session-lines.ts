import type { ExtractionReport, SessionRead } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import { visibleLine } from "../visible-text.ts";
import { costWords } from "./cost-words.ts";
import { wordsOf } from "./run-words.ts";
import { wrap } from "./wrap.ts";

/** Of several sessions, so many that taught nothing are shown one by one. */
const shownQuiet = 5;

/** What was read before anything was staged: each session, what it taught or why nothing, and what reading took. */
export function sessionLines(
  extraction: ExtractionReport | undefined,
  { styles, width }: { readonly styles: Styles; readonly width: number },
): string[] {
  if (extraction === undefined) return [];
  const { sessions } = extraction;
  const known = sessions.filter(({ turns, already_read }) => turns === already_read);
  const quiet = sessions.filter((one) => one.found === 0 && !known.includes(one));
  const hidden = sessions.length > 1 ? [...known, ...quiet.slice(shownQuiet)] : [];
  const shown = sessions.filter((one) => !hidden.includes(one));
  return [
    ...shown.flatMap((one) => [
      ...wrap(titleOf(one), width).map(styles.bold),
      ...wrap(visibleLine(one.transcript), width).map(styles.dim),
      ...noteOn(one).flatMap((note) => wrap(note, width).map(styles.dim)),
    ]),
    ...(hidden.length > 0
      ? [styles.dim(`${shown.length > 0 ? "and " : ""}${hidden.length} more that taught nothing new`)]
      : []),
    ...costLines(extraction, width).map(styles.dim),
  ];
}

function titleOf({ session_id, agent, turns, already_read }: SessionRead): string {
  const before = already_read > 0 ? `, ${already_read} of them read before` : "";
  const name = agent === "pi" || agent === "plain" ? "" : `${visibleLine(agent)} `;
  return `Session ${name}${visibleLine(session_id)} (${turnsWords(turns)}${before})`;
}

/** `1 turn`, `92 turns`. */
export function turnsWords(turns: number): string {
  return `${turns} ${turns === 1 ? "turn" : "turns"}`;
}

function noteOn({ skipped, left_out, turns, already_read }: SessionRead): string[] {
  const isKnown = turns > 0 && turns === already_read;
  const again = isKnown ? " holdfast consolidate --again reads them once more." : "";
  const cut = left_out.map(({ what, count }) => `${count} ${visibleLine(what)}`);
  return [
    ...(skipped === undefined ? [] : [`Not read: ${visibleLine(skipped)}.${again}`]),
    ...(cut.length === 0 ? [] : [`Left out: ${cut.join(", ")}.`]),
  ];
}

/** What a model took to read, against what it may take. The rules cost nothing. */
function costLines(extraction: ExtractionReport, width: number): string[] {
  const { model, windows, windows_left, stopped, caps } = extraction;
  const words = costWords(extraction);
  const read = [
    `Read ${windows} ${windows === 1 ? "window" : "windows"} with ${visibleLine(model)}`,
    ...words,
    `at most ${capWords(caps)}`,
  ];
  const left =
    windows_left > 0
      ? [`${windows_left} left for the next run${stopped === undefined ? "" : `: ${wordsOf(stopped)}`}.`]
      : [];
  const isFree = words.length === 0 && windows_left === 0;
  return isFree ? [] : [`${read.join(", ")}.`, ...left].flatMap((line) => wrap(line, width));
}

/** `40 windows, 600,000 tokens and 600 s`. */
export function capWords({ windows, tokens, ms }: ExtractionReport["caps"]): string {
  return `${windows} windows, ${tokens.toLocaleString("en-US")} tokens and ${Math.round(ms / 1000)} s`;
}
