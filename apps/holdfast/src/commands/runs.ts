import type { Answer, Desk } from "../command.ts";
import { runLines } from "../show/run-lines.ts";
import { runText } from "../show/run-text.ts";

export async function runs(
  desk: Desk,
  [id]: readonly string[],
  { limit }: { limit?: number },
): Promise<Answer> {
  const { memory, styles, width } = desk;
  const asLines = { styles, width, now: new Date() };
  if (id !== undefined) {
    const run = await memory.run(id);
    const lines = runLines([run], asLines).join("\n");
    return { json: run, text: `${lines}\n\n${runText(run, { styles, width, whole: true })}` };
  }
  const reports = await memory.runs(limit);
  const text = reports.length === 0 ? "No runs yet." : runLines(reports, asLines).join("\n");
  return { json: reports, text: `${text}\n` };
}
