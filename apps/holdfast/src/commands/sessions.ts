import type { SessionRow } from "@holdfast/schema";
import type { Answer, Desk, Flags } from "../command.ts";
import { turnsWords } from "../show/session-lines.ts";
import { table } from "../show/table.ts";
import { visibleLine } from "../visible-text.ts";

/** The sessions of this project that coding agents left on this machine. */
export async function sessions(desk: Desk, _: readonly string[], flags: Flags): Promise<Answer> {
  const { memory, styles, width, onEvent } = desk;
  const rows = await memory.sessions({ from: flags.from, limit: flags.limit, onEvent });
  if (rows.length === 0)
    return {
      json: rows,
      text: "No session of this project was found. holdfast consolidate FILE reads any file.\n",
    };
  const lines = table(
    rows.map((row) => [
      row.agent,
      (row.started_at ?? row.changed_at).slice(0, 16).replace("T", " "),
      { text: row.session_id === "" ? "-" : visibleLine(row.session_id), style: styles.dim },
      turnsWords(row.turns),
      { text: stateWords(row), style: row.state === "unreadable" ? styles.bad : styles.note },
    ]),
    { most: [6, 16, 36, 12], width },
  );
  const open = rows.filter(({ state }) => state === "new" || state === "partly").length;
  const which = rows.length === flags.limit ? `the ${rows.length} newest` : String(rows.length);
  const next =
    open === 0
      ? `Nothing in ${which} is new.`
      : `${open} of ${which} hold something new. holdfast consolidate --all-new reads all there are, --session ID one.`;
  return { json: rows, text: `${lines.join("\n")}\n\n${next}\n` };
}

function stateWords({ state, turns, read, warnings }: SessionRow): string {
  const broken = warnings.length > 0 && state !== "unreadable" ? `, ${warnings.length} lines unusable` : "";
  if (state === "partly") return `${turnsWords(turns - read)} new${broken}`;
  if (state === "unreadable") return `unreadable: ${visibleLine(warnings[0] ?? "")}`;
  return `${{ new: "new", consolidated: "consolidated", empty: "nothing said" }[state]}${broken}`;
}
