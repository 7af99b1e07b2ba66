/** One line that holds JSON. Lines are counted from 1. */
export interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

/**
 * Reads JSON lines (LF or CRLF, with or without a byte order mark), one at a time: each is decoded and parsed when it is asked for, so
 * that only one is in memory. A line that does not parse is a warning that names it; the last one, when it lacks its line end, is
 * called half-written. `warnings` grow while `lines` are taken.
 */
export function readJsonLines(bytes: Uint8Array): { lines: Iterable<JsonLine>; warnings: string[] } {
  const warnings: string[] = [];
  return { lines: jsonLines(bytes, warnings), warnings };
}

/** The first 50, and how many more there are: a file of nothing but broken lines does not fill a report. */
export function boundWarnings(warnings: readonly string[]): string[] {
  const more = warnings.length - mostWarnings;
  return more <= 0
    ? [...warnings]
    : [...warnings.slice(0, mostWarnings), `${more} more warnings of this kind.`];
}

const mostWarnings = 50;
/** A longer line is no entry but a file that was damaged, and would not fit into one text. In bytes. */
const longestLine = 100_000_000;

function* jsonLines(bytes: Uint8Array, warnings: string[]): Generator<JsonLine> {
  const decoder = new TextDecoder(); // takes a byte order mark away
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const text = bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
    if (text.length > longestLine) {
      warnings.push(`Line ${line} has ${Math.round(text.length / 1e6)} MB, more than any entry; left out.`);
      continue;
    }
    const json = decoder.decode(text);
    if (json.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      // A line that can't be parsed is an expected value here: it becomes a warning and costs only itself.
      warnings.push(
        end < 0 ? `Line ${line} is half-written; left out.` : `Line ${line} is not JSON; left out.`,
      );
      continue;
    }
    yield { line, value };
  }
}
