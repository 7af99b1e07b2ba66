import type { Answer, Desk } from "../command.ts";
import { shortIds } from "../show/short-ids.ts";
import { table } from "../show/table.ts";
import { visibleLine } from "../visible-text.ts";

export async function staging({ memory, options, styles, width }: Desk): Promise<Answer> {
  const rows = (await memory.staged()).filter(
    ({ scope }) => options.scope === undefined || scope === options.scope,
  );
  if (rows.length === 0) return { json: rows, text: "Nothing waits.\n" };
  const short = shortIds(
    rows.map(({ candidate_id }) => candidate_id),
    width,
  );
  const lines = table(
    rows.map((row) => [
      { text: short(row.candidate_id), style: styles.dim },
      row.category,
      row.scope === "user" ? "user" : "",
      {
        text: row.reconcile_attempts > 0 ? `${row.reconcile_attempts} rejected` : "",
        style: styles.warn,
      },
      visibleLine(row.summary),
    ]),
    { most: [25, 10, 4, 11], width },
  );
  return {
    json: rows,
    text: `${lines.join("\n")}\n\n${rows.length} staged. holdfast reconcile settles them.\n`,
  };
}
