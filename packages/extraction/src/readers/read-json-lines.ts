/** One line that holds JSON. Lines are counted from 1. */
export interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

/**
 * Reads JSON lines (LF or CRLF, with or without a byte order mark). A line that does not parse is a warning that names it;
 * the last one, when it lacks its line end, is called half-written.
 */
export function readJsonLines(text: string | Uint8Array): { lines: JsonLine[]; warnings: string[] } {
  const whole = typeof text === "string" ? text.replace(/^\uFEFF/u, "") : new TextDecoder().decode(text);
  const lines: JsonLine[] = [];
  const warnings: string[] = [];
  const raw = whole.split("\n");
  for (const [index, json] of raw.entries()) {
    if (json.trim() === "") continue;
    const line = index + 1;
    try {
      lines.push({ line, value: JSON.parse(json) });
    } catch {
      // A line that can't be parsed is an expected value here: it becomes a warning and costs only itself.
      const last = index === raw.length - 1;
      warnings.push(last ? `Line ${line} is half-written; left out.` : `Line ${line} is not JSON; left out.`);
    }
  }
  return { lines, warnings };
}
