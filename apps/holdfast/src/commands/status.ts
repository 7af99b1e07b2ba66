import type { Status } from "@holdfast/memory";
import type { Answer, Desk } from "../command.ts";
import { ago } from "../show/ago.ts";
import { table } from "../show/table.ts";
import type { Styles } from "../styles.ts";
import { visibleLine } from "../visible-text.ts";

export async function showStatus({ memory, options, styles, width, onEvent }: Desk): Promise<Answer> {
  const status = await memory.status({ model: options.model });
  for (const message of status.warnings) onEvent({ kind: "warning", message });
  return { json: status, text: statusText(status, styles, width) };
}

function statusText(status: Status, styles: Styles, width: number): string {
  const { writer, last_run } = status;
  const now = new Date();
  const rows: (readonly [name: string, value: string, style?: (text: string) => string])[] = [
    ["memory", status.dir],
    ["yours", status.user_dir],
    ["records", String(status.records)],
    status.staged === 0 ? ["staged", "0"] : ["staged", `${status.staged} (holdfast reconcile)`, styles.warn],
    status.dead_letters === 0
      ? ["dead letters", "0"]
      : ["dead letters", `${status.dead_letters} (holdfast deadletter)`, styles.bad],
    ["writer", writer ? `${writer.command}, process ${writer.pid} since ${writer.since}` : "free"],
    ["model", status.model],
    ["reads with", status.extraction_model],
    [
      "last run",
      last_run ? `${last_run.command} ${ago(last_run.started_at, now)}: ${last_run.status}` : "none yet",
    ],
  ];
  const lines = table(
    rows.map(([name, value, style = (text) => text]) => [
      { text: name, style: styles.dim },
      { text: visibleLine(value), style },
    ]),
    { most: [12], width },
  );
  const start =
    status.records + status.staged + status.dead_letters === 0
      ? [
          "",
          'Nothing is known yet. Start with: holdfast remember "..."',
          "or, after a session with your agent: holdfast consolidate",
        ]
      : [];
  return `${[...lines, ...start].join("\n")}\n`;
}
