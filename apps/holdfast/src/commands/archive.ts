import type { Answer, Desk } from "../command.ts";
import { visibleLine } from "../visible-text.ts";

export async function archive({ memory }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const row = await memory.archive(id);
  return {
    json: row,
    text: `Archived ${row.id}: ${visibleLine(row.summary)}\nUndo with: holdfast restore ${row.id}\n`,
  };
}

export async function restore({ memory }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const row = await memory.restore(id);
  return { json: row, text: `Restored ${row.id} (${row.status}): ${visibleLine(row.summary)}\n` };
}
