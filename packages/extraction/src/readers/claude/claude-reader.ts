import { findByCwd, withoutSlash } from "../find-by-cwd.ts";
import { readJsonLines } from "../read-json-lines.ts";
import type { SessionReader } from "../session-reader.ts";
import { readClaudeEntry } from "./claude-entry.ts";
import { claudeProjectFolder } from "./claude-project-folder.ts";
import { readClaudeSession } from "./read-claude-session.ts";

/**
 * Reads sessions of Claude Code: everything a person and the agent said to each other, in the order of the file, with what was said
 * before a rewind. Words typed while the agent worked count, and those with which a person refused a tool. Sub-agents, summaries, and what
 * Claude Code itself puts into a person's mouth do not.
 */
export const claudeReader: SessionReader = {
  agent: "claude",
  recognises: (beginning) => beginsAsClaude(beginning),
  read: readClaudeSession,
  find: (search) =>
    findByCwd(search, {
      agent: "claude",
      parent: `${withoutSlash(search.home)}/projects`,
      mayHold: (name, root) => name.startsWith(claudeProjectFolder(root)),
      isSession: (name) => name.endsWith(".jsonl") && !name.startsWith("agent-"),
      cwdOf,
    }),
};

function beginsAsClaude(beginning: Uint8Array): boolean {
  for (const { line, value } of readJsonLines(beginning).lines)
    if (readClaudeEntry(value, line) !== undefined) return true;
  // No line of it is whole, or none but foreign ones: a first message may be longer than what we see.
  return /^\uFEFF?\{"parentUuid":/u.test(textOf(beginning));
}

/** The folder in the first entry that tells one; in a line that is not whole yet it stands before what was said. */
function cwdOf(head: Uint8Array): string | undefined {
  for (const { line, value } of readJsonLines(head).lines) {
    const cwd = readClaudeEntry(value, line)?.cwd;
    if (cwd !== undefined) return cwd;
  }
  const tail = textOf(head.subarray(head.lastIndexOf(0x0a) + 1));
  const [, quoted] = /^\{"parentUuid":[^{}]*?"cwd":("[^"\\]*(?:\\.[^"\\]*)*")/u.exec(tail) ?? [];
  return quoted === undefined ? undefined : parsed(quoted);
}

function parsed(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined; // Not JSON after all: someone else's file.
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
