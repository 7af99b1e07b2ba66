import type { Answer, Desk } from "../command.ts";
import { undoneWords } from "../show/undone-words.ts";
import { visibleLine } from "../visible-text.ts";

export async function undo({ memory, options, styles }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const undone = await memory.undo(
    id.startsWith("run_") ? { run: id } : { record: id, scope: options.scope },
  );
  const lines = [
    ...undone.archived.map((one) => `- ${one} archived`),
    ...undone.kept.map(({ id: one, reason }) => styles.dim(`. ${one} kept: ${visibleLine(reason)}`)),
    `${undoneWords(undone)}${undone.archived.length > 0 ? " holdfast restore ID brings one back." : ""}`,
  ];
  return { json: undone, text: `${lines.join("\n")}\n` };
}
