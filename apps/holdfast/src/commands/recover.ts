import type { Memory, RecoverRequest } from "@holdfast/memory";
import type { Scope } from "@holdfast/schema";
import type { Answer, Desk } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageError } from "../print-error.ts";
import { visibleLine } from "../visible-text.ts";

export async function recover(
  { memory, styles, options: { scope } }: Desk,
  ids: readonly string[],
  options: { all?: boolean },
): Promise<Answer> {
  if (options.all === true ? ids.length > 0 : ids.length === 0) {
    throw usageError("Give the ids to recover, or --all for every dead letter.");
  }
  const result = await memory.recover(options.all ? await allOf(memory, scope) : { ids });
  const lines = [
    ...result.recovered.map((id) => styles.good(`+ ${id} is staged again`)),
    ...result.left.map(({ id, reason }) =>
      styles.warn(`. ${visibleLine(id)} was left: ${visibleLine(reason)}`),
    ),
    `${result.recovered.length} recovered, ${result.left.length} left.`,
  ];
  return {
    json: result,
    text: `${lines.join("\n")}\n`,
    exitCode: result.left.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}

async function allOf(memory: Memory, scope: Scope | undefined): Promise<RecoverRequest> {
  if (scope === undefined) return { all: true };
  const rows = await memory.deadLetters();
  return { ids: rows.filter((row) => row.scope === scope).map(({ candidate_id }) => candidate_id) };
}
