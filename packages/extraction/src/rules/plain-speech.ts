import { bullet, type Line, struck, tellPasted } from "./tell-pasted.ts";

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
  readonly silent?: "a command" | "a document" | "a plan" | "too long";
}

/**
 * Tells what the person says in a turn from what was only pasted: code, quotes, logs, diffs, stack traces, tables, tagged blocks,
 * shell input, and whole documents. A turn longer than anyone types is not looked at.
 */
export function plainSpeech(text: string): Speech {
  if (text.length > longestTurn) return { passages: [], pasted: [], silent: "too long" };
  if (command.test(text)) return { passages: [], pasted: [text], silent: "a command" };
  if (plan.test(text)) return { passages: [], pasted: [text], silent: "a plan" };
  if (isDocument(text)) return { passages: [], pasted: [text], silent: "a document" };
  return speechOf(linesOf(strikeBlocks(text)), text);
}

const longestTurn = 20_000;

const command = /^\s*(?:[/!][a-z][\w:-]*(?:\s|$)|This session is being continued)/;

/** A plan that an agent wrote and a person sent back: whatever it lays down, it lays down for the task. */
const plan =
  /^\s*(?:please )?(?:(?:implement|execute|carry out|follow|apply|here is|here's|this is) (?:the|this|my|our) (?:following |attached |approved |agreed |full |implementation )*plan|(?:implementation )?plan)\b[^\n:]{0,60}:\s*\S/i;

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

const blocks: readonly RegExp[] = [
  /^[^\S\n]*(```+|~~~+)[\s\S]*?(?:^[^\S\n]*\1|$(?![\s\S]))/gm,
  /```[\s\S]*?```/g,
  /^[^\S\n]*<([a-z][\w-]*)(?:\s[^>\n]*)?>[\s\S]*?<\/\1>/gim,
  // A mail, from its head to the end of the turn.
  /^[^\S\n]*(?:-{2,} ?(?:original|forwarded) message\b|(?:from|von|de): .*\n[^\S\n]*(?:to|sent|date|subject|cc|an|betreff|gesendet|objet): |(?:on|am|le) .{5,120} (?:wrote|schrieb|a écrit) ?:[^\S\n]*$)[\s\S]*/gim,
];

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+|(?<=\n)(?=\n)/g))
    lines.push({ text: line.replace(/\r$/, ""), index });
  return lines;
}

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
  const isPasted = tellPasted(lines);
  for (const [at, { text, index }] of lines.entries()) {
    const mark = bullet.exec(text)?.[0].length ?? 0;
    const blank = text.trim() === "";
    const said = !isPasted[at];
    if (blank || mark > 0 || !said) close();
    if (blank) {
      under = introduced || toTheEnd.test(under ?? "") || listFollows(lines, index) ? under : undefined;
      continue;
    }
    introduced = false;
    if (!said) {
      pastedLines.push(whole.slice(index, index + text.length));
      under = toTheEnd.test(under ?? "") ? under : undefined;
      continue;
    }
    if (open === undefined) open = { from: index + mark, to: index + text.length, under };
    else open.to = index + text.length;
    if (!text.trimEnd().endsWith(":")) continue;
    close();
    if (!toTheEnd.test(under ?? "")) under = text.trim();
    introduced = true;
  }
  close();
  return { passages, pasted: pastedLines };
}

/** Announces the words of someone else that go on over paragraphs: nobody tells where they end, so they end with the turn. */
const toTheEnd =
  /\b(?:feedback|review(?:er)?(?: comments?)?|e-?mail|mail|messages?|ticket|issue|thread|conversation|transcript|plan|proposal|spec|article|instructions)\b[^\n]{0,120}:$/i;

function listFollows(lines: readonly Line[], index: number): boolean {
  const next = lines.find((line) => line.index > index && line.text.trim() !== "");
  return next !== undefined && bullet.test(next.text);
}
