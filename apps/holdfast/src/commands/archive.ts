import type { Answer, Desk } from "../command.ts";
import { visibleLine } from "../visible-text.ts";

export async function archive({ memory, options }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const row = await memory.archive(id, options);
  return {
    json: row,
    text: `Archived ${row.id}: ${visibleLine(row.summary)}\nUndo with: holdfast restore ${row.id}\n`,
  };
}

export async function restore({ memory, options }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const row = await memory.restore(id, options);
  return { json: row, text: `Restored ${row.id} (${row.status}): ${visibleLine(row.summary)}\n` };
}
