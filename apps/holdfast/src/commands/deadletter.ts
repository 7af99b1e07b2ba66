import type { DeadLetterRow } from "@holdfast/memory";
import type { Answer, Desk } from "../command.ts";
import { table } from "../show/table.ts";
import { visibleLine } from "../visible-text.ts";

export async function deadletter(desk: Desk): Promise<Answer> {
  const { scope } = desk.options;
  const rows = (await desk.memory.deadLetters()).filter((row) => scope === undefined || row.scope === scope);
  if (rows.length === 0) return { json: rows, text: "No dead letters.\n" };
  return { json: rows, text: rows.map((row) => letterText(row, desk)).join("\n") };
}

function letterText(row: DeadLetterRow, { styles, width }: Desk): string {
  const what = row.kind === "malformed" ? "It can't be read" : `It was rejected ${row.attempts} times`;
  const lines = [
    visibleLine(row.candidate?.summary ?? row.candidate_id),
    `${what}: ${visibleLine(row.reason)}`,
    ...row.violations.map(({ gate, path, message }) => visibleLine(`${gate} at ${path}: ${message}`)),
  ];
  return `${[
    ...table(
      lines.map((text, at) => [
        { text: at === 0 ? "!" : "", style: styles.bad },
        { text, style: at === 0 ? styles.bold : (plain) => plain },
      ]),
      { most: [1], width },
    ),
    ...nextLines(row).map((line) => styles.dim(`   ${line}`)),
  ].join("\n")}\n`;
}

/** What was never read stays unreadable until its file is corrected: to recover it at once leads nowhere. */
function nextLines({ candidate, candidate_id: id }: DeadLetterRow): string[] {
  return [
    ...(candidate === undefined ? [`Correct deadletter/${id}.json in the memory folder first.`] : []),
    `holdfast show ${id}`,
    `holdfast recover ${id}`,
    `holdfast drop ${id}`,
  ];
}
