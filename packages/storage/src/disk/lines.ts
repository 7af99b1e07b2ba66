import type { Disk } from "@holdfast/schema";

/** A line without its line feed, and where it starts. */
export interface Line {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

/**
 * The lines that count: whole, not empty, and not closed by {@link closingOf}. `end` is where the next reading goes on; what
 * stands after it was cut off while it was appended.
 */
export function completeLines(bytes: Uint8Array): { readonly lines: readonly Line[]; readonly end: number } {
  const lines: Line[] = [];
  let start = 0;
  for (let feed = bytes.indexOf(lineFeed); feed >= 0; feed = bytes.indexOf(lineFeed, start)) {
    const line = bytes.subarray(start, feed);
    if (line.length > 0 && !isCutOff(line)) lines.push({ bytes: line, offset: start });
    start = feed + 1;
  }
  return { lines, end: start };
}

/** The JSON of a line, or undefined when it is none. */
export function jsonOf(line: Uint8Array): unknown {
  try {
    return JSON.parse(strictText.decode(line));
  } catch {
    return undefined; // Not text or not JSON: such a line does not count, and its reader says how many there are.
  }
}

/** One value as a line, with its line feed. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * What must stand before the next line of a file: nothing, or what closes a line that was cut off. A line that lacks but its line
 * feed was never acknowledged; the mark sees to it that it does not begin to count later.
 */
export async function closingOf(disk: Disk, path: string): Promise<string> {
  const size = (await disk.stat(path))?.size ?? 0;
  if (size === 0) return "";
  const last = await disk.readFrom(path, size - 1);
  return last === undefined || last.at(-1) === lineFeed ? "" : `${mark}\n`;
}

/** True for a line that was cut off and closed later. It was never acknowledged. */
export function isCutOff(line: Uint8Array): boolean {
  return markBytes.every((byte, i) => line[line.length - markBytes.length + i] === byte);
}

const lineFeed = 0x0a;
const mark = " (cut off)";
const markBytes = new TextEncoder().encode(mark);
const strictText = new TextDecoder("utf-8", { fatal: true });
