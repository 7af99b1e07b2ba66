import { asData, bounds, inert, inOneLine, lengthOf } from "@holdfast/schema";
import { shareSpace } from "./share-space.ts";
import { inFull, leftOutLine, longestLeftOutLine, type ShownText, shortened } from "./shorten.ts";

/** A candidate or a record, as it is to be shown. Empty texts are not. */
export interface Side {
  readonly label: string;
  /** Our own words about it, in one line. */
  readonly heading: string;
  readonly summary: string;
  /** What it says beside its summary. */
  readonly texts: readonly ShownText[];
  /** What is said about it. */
  readonly notes: readonly ShownText[];
}

export interface ShownSides {
  /** One for each side, in the order given. */
  readonly blocks: readonly string[];
  /** Labels of the sides of which not everything they say is shown. */
  readonly shortened: ReadonlySet<string>;
}

/**
 * Shows all sides in at most `space` characters (UTF-16 units). Where they don't fit, the longest texts are shortened, all to the same
 * length. A summary is never shortened, unless it is longer than a candidate's may be, as one written by hand can be; `space` must hold all
 * headings and summaries.
 */
export function showSides(sides: readonly Side[], space: number): ShownSides {
  const drafts = sides.map(draftOf);
  const share = shareOf(drafts, space);
  return {
    blocks: drafts.map((draft) => blockOf(draft, share)),
    shortened: new Set(drafts.filter((draft) => isShortened(draft, share)).map(({ label }) => label)),
  };
}

/** The most that one text may take: all it needs where everything fits. */
function shareOf(drafts: readonly Draft[], space: number): number {
  const heads = drafts.reduce((total, draft) => total + draft.head.length + 1 + tellingBeyond(draft), 0);
  const needs = drafts.flatMap(({ texts, notes }) => [...texts, ...notes].map(({ full }) => full.length));
  const share = shareSpace(needs, space - heads);
  if (share === Number.POSITIVE_INFINITY) return share;
  return shareSpace(needs, space - heads - drafts.length * longestLeftOutLine);
}

function tellingBeyond({ beyond }: Draft): number {
  return beyond > 0 ? longestLeftOutLine : 0;
}

interface DraftText extends ShownText {
  readonly full: string;
}

interface Draft {
  readonly label: string;
  readonly head: string;
  /** Characters of the summary that are not shown. */
  readonly beyond: number;
  readonly texts: readonly DraftText[];
  readonly notes: readonly DraftText[];
}

function draftOf({ label, heading, summary, texts, notes }: Side): Draft {
  const characters = [...inOneLine(inert(summary))];
  const shown = characters.slice(0, bounds.summary).join("");
  return {
    label,
    head: `${label} ${heading}\n${asData(shown)}`,
    beyond: Math.max(0, characters.length - bounds.summary),
    texts: texts.flatMap(draftText),
    notes: notes.flatMap(draftText),
  };
}

function draftText({ name, text }: ShownText): DraftText[] {
  if (text.trim() === "") return [];
  const harmless = { name, text: inert(text) };
  return [{ ...harmless, full: inFull(harmless) }];
}

function blockOf({ head, beyond, texts, notes }: Draft, share: number): string {
  let block = head;
  let leftOut = beyond;
  for (const one of [...texts, ...notes]) {
    const part = one.full.length <= share ? one.full : shortened(one, share);
    if (part === undefined) leftOut += lengthOf(one.text);
    else block += part;
  }
  return leftOut > 0 ? block + leftOutLine(leftOut) : block;
}

function isShortened({ beyond, texts }: Draft, share: number): boolean {
  return beyond > 0 || texts.some(({ full }) => full.length > share);
}
