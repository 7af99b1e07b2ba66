import { readBlock } from "@holdfast/schema";
import { readJsonLines } from "../read-json-lines.ts";
import type { SessionReader } from "../session-reader.ts";
import { readCodexEntry } from "./codex-entry.ts";
import { type CodexHeader, readCodexHeader } from "./codex-header.ts";
import { findCodexSessions } from "./find-codex-sessions.ts";
import { folderIn, readCodexSession } from "./read-codex-session.ts";

/**
 * Reads rollouts of Codex, of all versions that wrote JSON lines: what a person and the agent said, in the order of the file, with what
 * was said before it was compacted or taken back. What Codex itself puts into a person's mouth is left out; sub-agents are not found.
 */
export const codexReader: SessionReader = {
  agent: "codex",
  recognises: (beginning) => headerIn(beginning) !== undefined || hasEntry(beginning),
  read: readCodexSession,
  find: (search) => findCodexSessions(search, cwdOf),
};

function hasEntry(beginning: Uint8Array): boolean {
  for (const { value } of readJsonLines(beginning).lines)
    if (readCodexEntry(value) !== undefined) return true;
  return false;
}

/** Where the session was started: null when no person did, or it is no session. Early versions tell it after the header. */
function cwdOf(head: Uint8Array): string | null | undefined {
  const header = headerIn(head);
  if (header === undefined || header.isSubagent) return null;
  if (header.cwd !== undefined) return header.cwd;
  for (const { value } of readJsonLines(head).lines) {
    const entry = readCodexEntry(value);
    const cwd = entry && folderIn(entry);
    if (cwd !== undefined) return cwd;
  }
  return undefined;
}

/** The header in the beginning of a file. Its line may be longer than what we see; what it says of the session stands in front. */
function headerIn(beginning: Uint8Array): CodexHeader | undefined {
  const end = beginning.indexOf(0x0a);
  const first = new TextDecoder().decode(end < 0 ? beginning : beginning.subarray(0, end));
  return /^\s*\{/u.test(first) ? readCodexHeader(readBlock(first, 0).value) : undefined;
}
