import type { Answer, Desk } from "../command.ts";
import { visibleLine } from "../visible-text.ts";

export async function undo({ memory, options, styles }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const undone = await memory.undo(
    id.startsWith("run_") ? { run: id } : { record: id, scope: options.scope },
  );
  const lines = [
    ...undone.archived.map((one) => `- ${one} archived`),
    ...undone.kept.map(({ id: one, reason }) => styles.dim(`. ${one} kept: ${visibleLine(reason)}`)),
    undone.archived.length + undone.kept.length === 0
      ? "It founded no record: there is nothing to undo."
      : `${undone.archived.length} archived, ${undone.kept.length} kept. holdfast restore ID brings one back.`,
  ];
  return { json: undone, text: `${lines.join("\n")}\n` };
}
