import type { Place } from "./place.ts";
import { numbersOfEscape, placeWithin } from "./place-within.ts";

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
  const { count, isParted } = surveyOf(text);
  if (count === 0) return [];
  return isParted ? [readAs(text, count, ""), readAs(text, count, " ")] : [readAs(text, count, "")];
}

/** How many escapes there are: a text may be nothing else, so they are counted first, and none is kept as an object. */
function surveyOf(text: string): { readonly count: number; readonly isParted: boolean } {
  let count = 0;
  let isParted = false;
  for (const one of escapesIn(text)) {
    count++;
    isParted ||= one[colourGroup] !== undefined && standsInWord(text, one);
  }
  return { count, isParted };
}

function* escapesIn(text: string): Generator<RegExpExecArray> {
  const pattern = new RegExp(anEscape);
  for (let one = pattern.exec(text); one !== null; one = pattern.exec(text)) yield one;
}

/** What was taken out begins with a bracket too, and may stand after the sign that begins a colour. */
const colour = String.raw`(?:\u001b|\\{1,8}(?:u001b|x1b|e|0?33))(?:\[(?!redacted:)[\d;?]{0,20}[a-z]|[()][A-Z\d])|\[\d{1,3}(?:;\d{1,3}){0,5}m`;
/** Its groups have no names: to name them for each of millions of escapes takes most of the time. */
const anEscape = new RegExp(
  [
    `(${colour})`,
    String.raw`\\{1,8}(?:u([\da-f]{4})|x([\da-f]{2})|(["'/nrtbf]))`,
    String.raw`%(?:25){0,4}([2-7][\da-f]|0[9ad])`,
    String.raw`&(?:(quot|apos|amp|lt|gt)|#(3[2-9]|[4-9]\d|1[01]\d|12[0-6]));`,
  ].join("|"),
  "gi",
);

const letters: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const entities: { readonly [entity: string]: string } = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

const colourGroup = 1;

function readAs(text: string, count: number, colourAs: string): Unescaped {
  const escapes = new Uint32Array(count * numbersOfEscape);
  const pieces: string[] = [];
  let piece = "";
  let at = 0;
  let from = 0;
  let next = 0;
  for (const one of escapesIn(text)) {
    const end = one.index + one[0].length;
    const meaning = one[colourGroup] === undefined ? meaningOf(one) : colourAs;
    at += one.index - from;
    escapes.set([at, meaning.length, one.index, end], next);
    next += numbersOfEscape;
    piece += text.slice(from, one.index) + meaning;
    at += meaning.length;
    from = end;
    if (next % piecesTogether !== 0) continue;
    pieces.push(piece);
    piece = "";
  }
  const said = pieces.join("") + piece + text.slice(from);
  return { text: said, placeIn: (place) => placeWithin(escapes, place) };
}

/** A text that is put together of millions of pieces is kept as all of them; so many at a time are made one. */
const piecesTogether = 1_024 * numbersOfEscape;

/** Always one character. */
function meaningOf([, , unicode, byte, letter, percent, entity, decimal]: RegExpExecArray): string {
  if (letter !== undefined) return letters[letter.toLowerCase()] ?? letter;
  if (entity !== undefined) return entities[entity.toLowerCase()]!;
  const code = decimal ?? Number.parseInt((unicode ?? byte ?? percent)!, 16);
  return String.fromCharCode(Number(code));
}

function standsInWord(text: string, { 0: found, index }: RegExpExecArray): boolean {
  return /\w/.test(text[index - 1] ?? "") && /\w/.test(text[index + found.length] ?? "");
}
