import type { WindowPassage } from "../windows/plan-windows.ts";

/** The words of a text in one line: white space and its kind don't matter to whether a quote is verbatim. */
export function folded(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** The passages of a window with their pieces folded, so that each is folded once however many quotes are looked for. */
export interface FoldedWindow {
  readonly passages: readonly { readonly passage: WindowPassage; readonly pieces: readonly string[] }[];
}

export function foldWindow(passages: readonly WindowPassage[]): FoldedWindow {
  return { passages: passages.map((passage) => ({ passage, pieces: passage.pieces.map(folded) })) };
}

/**
 * The passage in which a quote stands letter for letter, white space folded: a new one before one that was read before, and of these one of the
 * speaker that is wanted.
 */
export function findQuote(
  { passages }: FoldedWindow,
  quote: string,
  speaker?: WindowPassage["turn"]["role"],
): WindowPassage | undefined {
  const wanted = folded(quote);
  const holding = passages
    .filter(({ pieces }) => pieces.some((piece) => piece.includes(wanted)))
    .map(({ passage }) => passage);
  const fresh = holding.filter(({ isNew }) => isNew);
  const best = fresh.length > 0 ? fresh : holding;
  return best.find(({ turn }) => turn.role === speaker) ?? best[0];
}

/** True for a quote that says something by itself: some letters long, or all that was said in its turn. */
export function isTelling(quote: string, { pieces }: WindowPassage): boolean {
  const words = folded(quote);
  const wide = words.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return words.length + 2 * wide >= shortest || folded(pieces.join(" ")) === words;
}

const shortest = 12;
