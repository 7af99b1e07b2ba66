import { memoryFence } from "@holdfast/schema";
import { copy } from "./cut-middle.ts";
import type { CutText } from "./cut-unread.ts";
import { isMemoryPath, namesMemoryFile } from "./memory-paths.ts";

/**
 * Takes out of a tool's result what is remembered already, whichever call brought it: what a search, a listing or a change shows of a
 * memory folder, a record's own text, lines of what our command prints, and memory that was put before an agent, with numbers before
 * its lines or escaped. Linear.
 */
export function cutRemembered(text: string): CutText {
  if (!mayHold.test(text)) return { text, cut: [] };
  const cut = new Set<string>();
  const withoutFences = cutFences(text, cut);
  const lines = withoutFences.split("\n");
  const kept = keptLines(lines, cut);
  if (cut.size === 0) return { text, cut: [] };
  return { text: copy(kept.join("\n")), cut: [...cut] };
}

const files = "memory files";
const output = "Holdfast's own output";
const mayHold = /holdfast|memory[\\/]|(?:rec|cand|run)_[0-9]|(?:rec|cand)_[a-f]/iu;

const fence = new RegExp(
  `(?:<|\\\\{1,4}u003c|&lt;)(\\\\?/?)${memoryFence}(?![\\w-])[^\\n>]{0,100}?(?:>|\\\\{1,4}u003e|&gt;)`,
  "giu",
);

/** A block of memory, from its line on; one that is not closed reaches to the end. */
function cutFences(text: string, cut: Set<string>): string {
  let kept = "";
  let from = 0;
  let isOpen = false;
  for (const { index, 0: tag, 1: closing } of text.matchAll(fence)) {
    const closes = closing !== "";
    if (!closes && !isOpen) kept += text.slice(from, index);
    if (closes && !isOpen) continue;
    from = index + tag.length;
    isOpen = !closes;
    cut.add("memory put before the agent");
  }
  return isOpen ? kept : kept + text.slice(from);
}

/** What `lines` hold but for those that are ours. A rule that opens a block says where it ends. */
function keptLines(lines: readonly string[], cut: Set<string>): string[] {
  const kept: string[] = [];
  let inBlock: ((line: string) => boolean) | undefined;
  for (const line of lines) {
    if (inBlock?.(line)) continue;
    inBlock = undefined;
    const block = blocks.find(({ opens }) => opens(line));
    if (block !== undefined) {
      inBlock = block.goesOn;
      cut.add(files);
      if (block.isRecord && isRule(kept.at(-1) ?? "")) kept.pop();
    } else if (ownId.test(line)) {
      cut.add(output);
      inBlock = jsonAround(line, kept);
    } else if (namesMemoryFile(line)) cut.add(files);
    else kept.push(line);
  }
  return kept;
}

interface Block {
  opens(line: string): boolean;
  goesOn(line: string): boolean;
  readonly isRecord?: true;
}

const header = /^(?:diff --git |==> .* <==$)/u;
const blocks: readonly Block[] = [
  {
    opens: (line) => line.startsWith("diff --") && namesMemoryFile(line),
    goesOn: (line) => !header.test(line) && !/^commit [0-9a-f]{7,}/u.test(line),
  },
  {
    opens: (line) => /^(?:--- |\+\+\+ )/u.test(line) && namesMemoryFile(line),
    goesOn: (line) => /^(?:[ +@\\-]|$)/u.test(line),
  },
  { opens: (line) => line.startsWith("==> ") && namesMemoryFile(line), goesOn: (line) => !header.test(line) },
  // A listing that names a folder once, and a search that names a file once.
  { opens: isFolderTitle, goesOn: (line) => line.trim() !== "" },
  {
    opens: (line) => /^\S+$/u.test(line) && !/:\d/u.test(line) && namesMemoryFile(line),
    goesOn: (line) => /^\d+[:-]/u.test(line),
  },
  {
    opens: (line) => recordId.test(line),
    goesOn: (line) => !header.test(line),
    isRecord: true,
  },
];

function isFolderTitle(line: string): boolean {
  return line.endsWith(":") && isMemoryPath(line.slice(0, -1));
}

/** The id in a record or a staged candidate, with what programs put before a line. */
const recordId =
  /^[ \t]{0,12}(?:\d{1,9}[ \t]{0,4}[\u2192:|\t-]?[ \t]{0,4})?[-+> ]{0,4}(?:id|candidate_id): ["']?(?:rec|cand)_[0-9a-f]{8,}\b/u;

function isRule(line: string): boolean {
  return /^[ \t]{0,12}(?:\d{1,9}[ \t]{0,4}[\u2192:|\t-]?[ \t]{0,4})?[-+> ]{0,4}---\s*$/u.test(line);
}

/** An id as nothing but Holdfast makes them. */
const ownId =
  /(?<![A-Za-z0-9_])(?:(?:rec|cand)_[0-9a-f]{8}(?:[0-9a-f]{12})?(?![0-9A-Za-z_])|run_\d{8}T\d{6}_)/u;

/** Of JSON with a field a line, the whole object goes: the lines before, which are taken out of `kept`, and those to come. */
function jsonAround(line: string, kept: string[]): ((line: string) => boolean) | undefined {
  const indent = /^\s+(?=["{[])/u.exec(line)?.[0].length;
  if (indent === undefined) return undefined;
  const isWithin = (other: string) => other.length > indent && /^\s*$/u.test(other.slice(0, indent));
  while (kept.length > 0 && isWithin(kept.at(-1)!)) kept.pop();
  return isWithin;
}
