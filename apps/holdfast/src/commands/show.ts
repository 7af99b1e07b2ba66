import type { Trace } from "@holdfast/memory";
import { isHoldfastError } from "@holdfast/schema";
import type { Answer, Desk } from "../command.ts";
import { recordText } from "../show/record-text.ts";
import { traceText } from "../show/trace-text.ts";

/** One record; or a candidate, wherever it is: staged, dead, founding a record or in the ledger. */
export async function show(desk: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const { memory, options, styles, width } = desk;
  await memory.refresh();
  try {
    const row = await memory.record(id, options);
    return { json: row, text: recordText(row, styles, width) };
  } catch (error) {
    if (!isHoldfastError(error, "not_found")) throw error;
    const trace = await memory.trace(id, options);
    return { json: trace, text: await candidateText(trace, desk) };
  }
}

/** A candidate that founded a record is kept nowhere else: the record says what became of it. */
async function candidateText(trace: Trace, { memory, styles, width }: Desk): Promise<string> {
  const text = traceText(trace, styles, width);
  if (trace.place !== "record" || trace.record_id === undefined) return text;
  return `${text}\n${recordText(await memory.record(trace.record_id, { scope: trace.scope }), styles, width)}`;
}
