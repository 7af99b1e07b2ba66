import type { RecordRow, Trust } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import { visibleLine, visibleText } from "../visible-text.ts";
import { shortIds } from "./short-ids.ts";
import { table } from "./table.ts";
import { wrap } from "./wrap.ts";

/** Who said it. */
export const voices: { readonly [trust in Trust]: string } = {
  user: "said by you",
  agent: "noted by an agent",
  derived: "learnt from a session",
};

/** Records, a line each where the screen is wide enough. */
export function recordLines(rows: readonly RecordRow[], styles: Styles, width: number): string {
  if (rows.length === 0) return "No records.\n";
  const short = shortIds(
    rows.map(({ id }) => id),
    width,
  );
  const lines = table(
    rows.map((row) => [
      { text: visibleLine(short(row.id)), style: styles.dim },
      row.category,
      row.scope === "user" ? "user" : "",
      { text: row.status === "current" ? "" : row.status, style: styles.warn },
      titleOf(row),
    ]),
    { most: [24, 10, 4, 10], width },
  );
  return `${lines.join("\n")}\n`;
}

/** One record, whole, with where it came from. */
export function recordText(row: RecordRow, styles: Styles, width: number): string {
  const facts: [string, string][] = [
    ["id", row.id],
    ["is", `${row.status} ${row.category}, ${row.scope}, ${voices[row.trust]}`],
    ["observed", row.observed_at],
    ["file", row.path],
  ];
  if (row.triggers.length > 0)
    facts.push(["applies to", row.triggers.map(({ type, value }) => `${type} ${value}`).join(", ")]);
  if (row.supersedes.length > 0) facts.push(["replaces", row.supersedes.join(", ")]);
  if (row.superseded_by.length > 0) facts.push(["replaced by", row.superseded_by.join(", ")]);
  if (row.related.length > 0) facts.push(["related to", row.related.join(", ")]);
  facts.push(["heard", `${row.reinforced} ${row.reinforced === 1 ? "time" : "times"}`]);
  for (const { candidate_id, session_id, run_id, action, quote } of row.sources) {
    facts.push([action, `${candidate_id} of session ${session_id}, ${run_id}`]);
    if (quote !== undefined) facts.push(["heard as", JSON.stringify(quote)]);
  }
  return `${[...memoryLines(row, styles, width), "", ...factLines(facts, styles, width)].join("\n")}\n`;
}

/** What a memory says: its summary, then the rest. */
export function memoryLines(
  memory: {
    readonly summary: string;
    readonly detail: string;
    readonly why?: string | undefined;
    readonly alternatives?: readonly string[] | undefined;
  },
  styles: Styles,
  width: number,
): string[] {
  const body = [
    memory.detail,
    memory.why && `Why: ${memory.why}`,
    ...(memory.alternatives ?? []).map((one) => `Instead of: ${one}`),
  ];
  return [
    ...wrap(visibleLine(memory.summary), width).map(styles.bold),
    ...body
      .flatMap((part) => (part ? visibleText(part).trimEnd().split("\n") : []))
      .flatMap((line) => wrap(line, width)),
  ];
}

/** What is known about something, a name and a value a line. */
export function factLines(
  facts: readonly (readonly [name: string, value: string])[],
  styles: Styles,
  width: number,
): string[] {
  return table(
    facts.map(([name, value]) => [{ text: name, style: styles.dim }, visibleLine(value)]),
    { most: [12], width },
  );
}

function titleOf({ summary, forgotten }: RecordRow): string {
  return forgotten === undefined ? visibleLine(summary) : "(forgotten)";
}
