/** A piece of a turn in which a person speaks: a run of lines, or one item of a list. `text` is verbatim, at `index`. */
export interface Passage {
  readonly text: string;
  readonly index: number;
  /** The line ending in a colon that it stands under. */
  readonly under: string | undefined;
}

/** What a turn holds: what the person says, and what stands there without being said. */
export interface Speech {
  readonly passages: readonly Passage[];
  /** Lines that were only pasted. */
  readonly pasted: readonly string[];
  /** Why nothing of the turn is speech, when that is so. */
  readonly silent?: "a command" | "a document" | "too long";
}

/**
 * Tells what the person says in a turn from what was only pasted: code, quotes, logs, diffs, stack traces, tables, tagged blocks,
 * shell input, and whole documents. A turn longer than anyone types is not looked at.
 */
export function plainSpeech(text: string): Speech {
  if (text.length > longestTurn) return { passages: [], pasted: [], silent: "too long" };
  if (command.test(text)) return { passages: [], pasted: [text], silent: "a command" };
  if (isDocument(text)) return { passages: [], pasted: [text], silent: "a document" };
  return speechOf(linesOf(strikeBlocks(text)), text);
}

const longestTurn = 20_000;

interface Line {
  readonly text: string;
  readonly index: number;
}

const command = /^\s*(?:[/!][a-z][\w:-]*(?:\s|$)|This session is being continued)/;

/** Nobody types headings into a chat: a long text with several is a document, with rules of its own. */
function isDocument(text: string): boolean {
  return text.length > 800 && (text.match(/^#{1,6} \S/gm)?.length ?? 0) >= 2;
}

/** Strikes out what spans lines, keeping every offset. */
function strikeBlocks(text: string): string {
  return blocks.reduce(
    (left, block) => left.replace(block, (found) => found.replace(/[^\n]/g, struck)),
    text,
  );
}

const struck = "\u0000";

const blocks: readonly RegExp[] = [
  /^[^\S\n]*(```+|~~~+)[\s\S]*?(?:^[^\S\n]*\1|$(?![\s\S]))/gm,
  /```[\s\S]*?```/g,
  /^[^\S\n]*<([a-z][\w-]*)(?:\s[^>\n]*)?>[\s\S]*?<\/\1>/gim,
];

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+|(?<=\n)(?=\n)/g))
    lines.push({ text: line.replace(/\r$/, ""), index });
  return lines;
}

/** What a line looks like that nobody said. */
const pasted: readonly RegExp[] = [
  /\u0000/, // a struck block
  /^\s*>/, // a quote of someone else
  /^(?:\t| {4,})(?!\s*(?:[-*•]|\d+[.)])\s)/, // indented code
  /^\s*(?:[+]|-(?! )|@@|diff --git|index [0-9a-f]{7})/, // a diff
  /^\s*\+?\s*\d+\s+[-+|│]/, // a numbered diff or listing
  /^\s*(?:\||[│┃╭╰├└┌]|[-=_─━]{3,})/, // a table, a frame, a rule
  /^\s*(?:#{1,6}\s|\/\/|\/\*|--\s|<!--|\*\/)/, // a heading or a comment of code
  /^\s*(?:[$%❯➜#]|>>>|\w+@[\w-]+[:~])\s/, // shell input
  /^\s*at .+[(:]\d+/, // a stack frame
  /^\s*(?:File ".+", line \d+|Traceback|Caused by:|panic:|goroutine \d)/, // other stack traces
  /^\s*\[?\d{2,4}[-:/.]\d{2}[-:/.T ]\d{2}/, // a time stamp of a log
  /^\s*\[?(?:error|warn(?:ing)?|info|debug|trace|fatal|err|npm err!)\b\]?\s*[:![]/i, // a log line
  /^\s*(?:[A-Z]\w*(?:Error|Exception|Warning))\b/, // an error by its class
  /^\s*["'“«„‘]/, // opens with a quotation
  /[;{}]\s*$/, // code
  /^\s*(?:(?:const|let|var)\s+[\w{[][^=]*=|(?:async )?function\b.*\(|def \w+\(|class \w+.*[{:]$|import .*from ["']|from \S+ import\b)/, // code
  /^\s*[\w.-]+\s*[:=]\s*(?:["'[{]|true\b|false\b|null\b|\d+\s*$)/, // settings
];

const bullet = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;

function speechOf(lines: readonly Line[], whole: string): Speech {
  const pastedLines: string[] = [];
  const passages: Passage[] = [];
  let open: { from: number; to: number; under: string | undefined } | undefined;
  let under: string | undefined;
  let introduced = false; // the line before said that something follows
  const close = () => {
    if (open !== undefined)
      passages.push({ text: whole.slice(open.from, open.to), index: open.from, under: open.under });
    open = undefined;
  };
  for (const { text, index } of lines) {
    const mark = bullet.exec(text)?.[0].length ?? 0;
    const blank = text.trim() === "";
    const said = !pasted.some((form) => form.test(text.slice(mark)));
    if (blank || mark > 0 || !said) close();
    if (blank) {
      under = introduced || listFollows(lines, index) ? under : undefined;
      continue;
    }
    introduced = false;
    if (!said) {
      pastedLines.push(whole.slice(index, index + text.length));
      under = undefined;
      continue;
    }
    if (open === undefined) open = { from: index + mark, to: index + text.length, under };
    else open.to = index + text.length;
    if (!text.trimEnd().endsWith(":")) continue;
    close();
    under = text.trim();
    introduced = true;
  }
  close();
  return { passages, pasted: pastedLines };
}

function listFollows(lines: readonly Line[], index: number): boolean {
  const next = lines.find((line) => line.index > index && line.text.trim() !== "");
  return next !== undefined && bullet.test(next.text);
}
