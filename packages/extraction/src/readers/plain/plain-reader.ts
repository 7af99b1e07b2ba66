import type { Transcript, Turn } from "@holdfast/schema";
import { tally } from "../cut-tally.ts";
import { turnCutter } from "../cut-turn.ts";
import { boundWarnings, readJsonLines } from "../read-json-lines.ts";
import type { SessionReader } from "../session-reader.ts";
import { unreadable } from "../unreadable.ts";
import { type PlainHeader, readPlainCall, readPlainHeader, readPlainLine } from "./plain-line.ts";

/**
 * Reads the conversation of any agent, as lines of `{role, text}`: `role` is user, assistant or tool; `at`, `id`, and for tools `tool`, `input`
 * and `failed` may stand beside. A first line `{session_id, cwd?, started_at?}` names the session; without it the file does. Nobody keeps
 * such files in a place of their own, so none are found.
 */
export const plainReader: SessionReader = {
  agent: "plain",
  recognises: (beginning) => {
    for (const { line, value } of readJsonLines(beginning).lines)
      if (readPlainHeader(value) === undefined || line > 1) return readPlainLine(value, line) !== undefined;
    // No line of it is whole: what is said first may be longer than what we see.
    const tail = beginning.subarray(beginning.lastIndexOf(0x0a) + 1);
    return /^\uFEFF?\{"role":\s?"\w+",\s?"(?:text|content)":\s?"/u.test(new TextDecoder().decode(tail));
  },
  read: readPlainSession,
  find: async () => [],
};

function readPlainSession(bytes: Uint8Array, origin: string): Transcript {
  const { lines, warnings } = readJsonLines(bytes);
  const cut = turnCutter();
  const leftOut = tally();
  const ids = new Set<string>();
  const turns: Turn[] = [];
  let header: PlainHeader | undefined;
  let known = false;
  for (const { line, value } of lines) {
    const raw = readPlainLine(value, line);
    if (raw === undefined && !known && header === undefined) header = readPlainHeader(value);
    if (raw === undefined) {
      if (line !== 1 || header === undefined) warnings.push(`Line ${line} has no role and text; left out.`);
      continue;
    }
    known = true;
    if (raw === "other") {
      leftOut.leftOut("messages of other roles");
      continue;
    }
    const call = raw.role === "tool" ? readPlainCall(value, line) : undefined;
    for (const entry of call === undefined ? [raw] : [call, raw]) {
      const id = ids.has(entry.id) ? `${entry.id}@line-${line}` : entry.id;
      ids.add(id);
      const made = cut({ ...entry, id });
      leftOut.cut(made);
      if (made.turn !== undefined) turns.push(made.turn);
    }
  }
  if (!known) {
    const give = 'lines like {"role": "user", "text": "..."}';
    throw unreadable(origin, "a plain transcript: no line of it has a role and a text", give);
  }
  return {
    session_id: header?.session_id ?? nameOf(origin),
    origin,
    agent: "plain",
    ...(header?.cwd !== undefined && { project_root: header.cwd }),
    ...(header?.startedAt !== undefined && { started_at: header.startedAt }),
    turns,
    ...leftOut.told(),
    warnings: boundWarnings(warnings),
  };
}

function nameOf(origin: string): string {
  return /([^\\/]+?)(?:\.jsonl?)?$/u.exec(origin)?.[1] ?? "unknown";
}
