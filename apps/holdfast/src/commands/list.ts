import type { Category, Standing } from "@holdfast/schema";
import type { Answer, Desk } from "../command.ts";
import { recordLines } from "../show/record-text.ts";

export async function list(
  { memory, options, styles, width }: Desk,
  _args: readonly string[],
  filter: { status?: Standing; category?: Category; limit?: number },
): Promise<Answer> {
  await memory.refresh();
  const rows = await memory.records({
    ...(options.scope && { scope: options.scope }),
    ...(filter.status && { status: filter.status }),
    ...(filter.category && { category: filter.category }),
    ...(filter.limit && { limit: filter.limit }),
  });
  return { json: rows, text: recordLines(rows, styles, width) };
}
