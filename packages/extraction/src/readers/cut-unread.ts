import { memoryFence } from "@holdfast/schema";
import { copy } from "./cut-middle.ts";
import { cutPrivate } from "./cut-private.ts";

/** What is left of a text, and in words for a person what was cut out of it: each once, in the order below. */
export interface CutText {
  readonly text: string;
  readonly cut: readonly string[];
  /** True when a private block in it is not closed. */
  readonly isOpen?: boolean;
}

/**
 * Takes out what is never read: `<private>` blocks, the fenced block of memory that a host injected, boot files that a host restates,
 * and its own notes to the agent. A block that is not closed reaches to the end: better to read too little than something private; with
 * `wasOpen`, a tag that closes it here takes with it what stands before. Linear.
 */
export function cutUnread(text: string, wasOpen = false): CutText {
  const cut = new Set<string>();
  const withoutPrivate = cutPrivate(text, wasOpen);
  let left = withoutPrivate.text;
  if (left !== text) cut.add("private text");

  const seen = new Set<string>();
  for (const [mark] of left.matchAll(anyMark)) seen.add(mark.toLowerCase());
  for (const { mark, tag, what } of blocks) {
    if (!seen.has(mark)) continue;
    const shorter = cutBlocks(left, tag);
    if (shorter !== left) cut.add(what);
    left = shorter;
  }
  const { isOpen } = withoutPrivate;
  return { text: cut.size === 0 ? text : copy(left), cut: [...cut], ...(isOpen && { isOpen }) };
}

/** A kind of block: what its opening begins with, what opens (with an empty first group) and closes it, and what it is. */
interface Block {
  readonly mark: string;
  readonly tag: RegExp;
  readonly what: string;
}

const blocks: readonly Block[] = [
  {
    mark: `<${memoryFence}`,
    tag: new RegExp(`^[ \\t]*<(/?)${memoryFence}(?:\\s[^\\n]*)?>[ \\t]*$`, "gimu"),
    what: "memory put before the agent",
  },
  {
    mark: "# agents.md instructions",
    tag: /^# AGENTS\.md instructions(?: for [^\n]*\n)?()\s*<INSTRUCTIONS>|<(\/)INSTRUCTIONS>/gimu,
    what: "boot files",
  },
  {
    mark: "--- context from:",
    tag: /^--- Context from: [^\n]*()$|^--- (End) of Context from: [^\n]*$/gimu,
    what: "boot files",
  },
  hostTag("user_instructions", "boot files"),
  ...[
    "system-reminder",
    "environment_context",
    "session_context",
    "ide_opened_file",
    "ide_selection",
    "user-prompt-submit-hook",
  ].map((name) => hostTag(name, "blocks of the host")),
  {
    mark: "this is the gemini cli. we are setting up the context",
    tag: /^This is the Gemini CLI\. We are setting up the context()/giu, // to the end: nothing closes it
    what: "blocks of the host",
  },
];

/** A host opens its blocks at the beginning of a line; a person who writes of the tag mostly doesn't. */
function hostTag(name: string, what: string): Block {
  return { mark: `<${name}`, tag: new RegExp(`^[ \\t]*<()${name}>|<(/)${name}>`, "gimu"), what };
}

/** Everything a block can open with: one pass tells which kinds are worth looking for. */
const anyMark = new RegExp(
  blocks.map(({ mark }) => mark.replaceAll(".", "\\.").replaceAll(" ", "[ ]")).join("|"),
  "giu",
);

/** Blocks may stand in one another; a closing tag without an opening one is left alone. */
function cutBlocks(text: string, tag: RegExp): string {
  let kept = "";
  let depth = 0;
  let from = 0;
  for (const found of text.matchAll(tag)) {
    const opens = !found.slice(1).some(Boolean);
    if (opens && depth++ === 0) kept += text.slice(from, found.index);
    if (opens || depth === 0) continue;
    if (--depth === 0) from = found.index + found[0].length;
  }
  if (depth > 0) return kept;
  return from === 0 ? text : kept + text.slice(from);
}
