import type { Disk, Reading, TurnRead } from "@holdfast/schema";
import { appendLinesDurably } from "../disk/append-lines.ts";
import { completeLines, jsonOf } from "../disk/lines.ts";

/** What `consolidated.jsonl` says. */
export interface TurnsRead {
  /** Keys of turns that were read. */
  readonly read: ReadonlySet<string>;
  /** Readings that began, of which some turn does not count as read. */
  readonly begun: readonly Reading[];
}

/** Reads the lines of the file. What was cut off or is no such line is passed over: those turns are read again. */
export function readTurns(bytes: Uint8Array): TurnsRead {
  const values = completeLines(bytes).lines.map((line) => jsonOf(line.bytes));
  const read = new Set(values.filter(isTurnRead).map(({ key }) => key));
  const begun = values.filter(isReading).filter(({ keys }) => keys.some((key) => !read.has(key)));
  return { read, begun };
}

/**
 * Adds lines, durable when it returns. Takes no lock: whoever appends at the same time writes whole lines, before or after. Dying on
 * the way leaves some of them.
 */
export async function appendTurns(
  disk: Disk,
  path: string,
  lines: readonly (TurnRead | Reading)[],
): Promise<void> {
  await appendLinesDurably(disk, path, lines);
}

function isTurnRead(value: unknown): value is TurnRead {
  const { key, session_id, at } = fieldsOf(value);
  return [key, session_id, at].every((field) => typeof field === "string");
}

function isReading(value: unknown): value is Reading {
  const { keys, candidates, session_id, at } = fieldsOf(value);
  const areTexts = (list: unknown) =>
    Array.isArray(list) && list.every((one: unknown) => typeof one === "string");
  return (
    areTexts(keys) && areTexts(candidates) && [session_id, at].every((field) => typeof field === "string")
  );
}

function fieldsOf(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null ? (value as { [field: string]: unknown }) : {};
}
