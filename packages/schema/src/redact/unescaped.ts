import type { Place } from "./place.ts";
import { type Piece, placeWithin } from "./place-within.ts";

/** A text without its escapes, and a way back to where something of it stands in the text itself. */
export interface Unescaped {
  readonly text: string;
  readonly placeIn: (place: Place) => Place;
}

/**
 * The text as its writer meant it: escapes of JSON and of shells (escaped again or not), percent escapes and character references
 * are what they stand for, and colours of a terminal are gone. Where a colour parts two words it is read as a blank too. Nothing when
 * nothing is escaped. Linear.
 */
export function unescaped(text: string): Unescaped[] {
  const escapes = [...text.matchAll(anEscape)];
  if (escapes.length === 0) return [];
  const isParted = escapes.some((one) => one.groups!.colour !== undefined && standsInWord(text, one));
  return isParted ? [readAs(text, escapes, ""), readAs(text, escapes, " ")] : [readAs(text, escapes, "")];
}

/** What was taken out begins with a bracket too, and may stand after the sign that begins a colour. */
const colour = String.raw`(?:\u001b|\\{1,8}(?:u001b|x1b|e|0?33))(?:\[(?!redacted:)[\d;?]{0,20}[a-z]|[()][A-Z\d])|\[\d{1,3}(?:;\d{1,3}){0,5}m`;
const anEscape = new RegExp(
  [
    `(?<colour>${colour})`,
    String.raw`\\{1,8}(?:u(?<unicode>[\da-f]{4})|x(?<byte>[\da-f]{2})|(?<letter>["'/nrtbf]))`,
    String.raw`%(?:25){0,4}(?<percent>[2-7][\da-f]|0[9ad])`,
    String.raw`&(?:(?<entity>quot|apos|amp|lt|gt)|#(?<decimal>3[2-9]|[4-9]\d|1[01]\d|12[0-6]));`,
  ].join("|"),
  "gi",
);

const letters: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const entities: { readonly [entity: string]: string } = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

function readAs(text: string, escapes: readonly RegExpExecArray[], colourAs: string): Unescaped {
  const pieces: Piece[] = [];
  let said = "";
  const add = (words: string, start: number, end: number, isLiteral: boolean) => {
    if (words === "") return;
    pieces.push({ at: said.length, start, end, isLiteral });
    said += words;
  };
  let from = 0;
  for (const one of escapes) {
    const end = one.index + one[0].length;
    add(text.slice(from, one.index), from, one.index, true);
    add(one.groups!.colour === undefined ? meaningOf(one) : colourAs, one.index, end, false);
    from = end;
  }
  add(text.slice(from), from, text.length, true);
  return { text: said, placeIn: (place) => placeWithin(pieces, place) };
}

/** Always one character. */
function meaningOf({ groups }: RegExpExecArray): string {
  const { unicode, byte, percent, letter, entity, decimal } = groups!;
  if (letter !== undefined) return letters[letter.toLowerCase()] ?? letter;
  if (entity !== undefined) return entities[entity.toLowerCase()]!;
  const code = decimal ?? Number.parseInt((unicode ?? byte ?? percent)!, 16);
  return String.fromCharCode(Number(code));
}

function standsInWord(text: string, { 0: found, index }: RegExpExecArray): boolean {
  return /\w/.test(text[index - 1] ?? "") && /\w/.test(text[index + found.length] ?? "");
}
