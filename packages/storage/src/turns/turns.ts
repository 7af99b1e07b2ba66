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

/**
 * Reads the file, line by line: what was cut off or is no such line is passed over, and those turns are read again. From then on it reads only what was added to it since: asking after each window costs nothing that grows with what was ever
 * read. A file that is another one, or has become shorter, is read anew.
 */
export function turnsReader(disk: Disk, path: string): () => Promise<TurnsRead> {
  let known: { ino: number; end: number; read: Set<string>; begun: Reading[] } | undefined;
  return async () => {
    const stat = await disk.stat(path);
    if (stat === undefined) {
      known = undefined;
      return { read: new Set(), begun: [] };
    }
    if (known === undefined || known.ino !== stat.ino || stat.size < known.end)
      known = { ino: stat.ino, end: 0, read: new Set(), begun: [] };
    if (stat.size > known.end) {
      const bytes = (await disk.readFrom(path, known.end)) ?? new Uint8Array();
      const { lines, end } = completeLines(bytes);
      const values = lines.map((line) => jsonOf(line.bytes));
      for (const { key } of values.filter(isTurnRead)) known.read.add(key);
      known.begun.push(...values.filter(isReading));
      known.end += end;
    }
    const { read, begun } = known;
    known.begun = begun.filter(({ keys }) => keys.some((key) => !read.has(key)));
    return { read, begun: known.begun };
  };
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

/** Whether a value is what a line of the file says. */
export function isTurnsLine(value: unknown): boolean {
  return isTurnRead(value) || isReading(value);
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
