import type { DeadLetterRow } from "@holdfast/memory";
import { factLines, memoryLines } from "../../../show/record-text.ts";
import { wrap } from "../../../show/wrap.ts";
import type { Styles } from "../../../styles.ts";
import { visibleText } from "../../../visible-text.ts";
import { timesWords, violationWords } from "../../gate-words.ts";
import { fold } from "../../parts/fold.ts";

/** Of what could not be read, and of a raw action, so much is shown. */
const mostRaw = 20_000;

/** Why something could not be saved, what was asked for, and what it is. */
export function letterLines(
  letter: DeadLetterRow,
  { columns, styles }: { readonly columns: number; readonly styles: Styles },
): string[] {
  const { candidate, kind, attempts, reason, violations, candidate_id, session_id, run_id, at } = letter;
  const what = kind === "malformed" ? "it can't be read" : `it was rejected ${timesWords(attempts)}`;
  const facts: (readonly [string, string])[] = [
    ["dead since", at],
    ["because", `${what}: ${reason}`],
    ...violations.map((violation) => ["gate", violationWords(violation)] as const),
  ];
  const origin: (readonly [string, string])[] = [
    ["id", candidate_id],
    ["session", session_id],
    ["run", run_id],
  ];
  const said = candidate === undefined ? [] : memoryLines(candidate, styles, columns);
  return [
    ...said,
    ...factLines(facts, styles, columns),
    ...rawLines("The action that was asked for", asText(letter.raw_action), columns, styles),
    ...rawLines("What could not be read", letter.raw, columns, styles),
    ...factLines(origin, styles, columns),
  ].flatMap((line) => fold(line, columns));
}

function asText(action: unknown): string | undefined {
  return action === undefined ? undefined : JSON.stringify(action, null, 2);
}

function rawLines(title: string, text: string | undefined, columns: number, styles: Styles): string[] {
  if (text === undefined) return [];
  const shown = visibleText(text.slice(0, mostRaw)).trimEnd().split("\n");
  return [styles.dim(`${title}:`), ...shown.flatMap((line) => wrap(`  ${line}`, columns))];
}
