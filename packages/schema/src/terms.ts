import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

/** Longest term, in characters (UTF-16 units); longer ones are cut. */
const longest = 64;

/**
 * The terms of a text, as search and neighbour search see them: lower-case, without accents, stemmed, without stop words; a code
 * identifier or path both whole and in its parts; numbers and versions whole; pairs of characters for Han, Kana and Hangul, threes
 * for Thai, Lao, Khmer and Myanmar. One tokeniser for the index and for scoring, so that the two can't disagree. Terms may repeat, in
 * the order of the text. A term has 1 to 64 characters, each a letter, a digit, a combining mark of its script, or one of the marks
 * `_ - . / : @ + #`; never white space, quotes or control characters.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const [index, run] of normalised(text).split(unspaced).entries()) {
    if (index % 2 === 1) for (const piece of pieces(run, threes.test(run) ? 3 : 2)) found.push(piece);
    else for (const [token] of run.matchAll(tokens)) addToken(token, found);
  }
  return found;
}

/**
 * What a text ends in, as terms begin: letters and digits, lower-case and without accents, but not stemmed. Empty where no term could be begun: one
 * letter of a script with blanks says nothing yet.
 */
export function unfinishedWord(text: string): string {
  const word = /[\p{L}\p{M}\p{N}_]+$/u.exec(normalised(text).toLowerCase())?.[0] ?? "";
  const last = word.split(unspaced).findLast((run) => run !== "") ?? "";
  const least = unspaced.test(last) ? 1 : 2;
  return last.length >= least && last.length <= longest ? last : "";
}

const pairScripts = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\u30fc";
const tripleScripts = "\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
/** Runs of a script written without blanks, as one group: splitting puts them at the odd places. */
const unspaced = new RegExp(
  `((?:(?=[\\p{L}\\p{M}])[${pairScripts}])+|(?:(?=[\\p{L}\\p{M}])[${tripleScripts}])+)`,
  "u",
);
const threes = new RegExp(`^[${tripleScripts}]`, "u");

/** C++, C# and the like; else words joined by single marks, as identifiers, paths, addresses and versions are. */
const tokens =
  /(?<![\p{L}\p{N}_])\p{L}(?:\+\+|#)(?![\p{L}\p{N}_])|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:(?::\/\/|::|[-./\\:@])[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)*/gu;

function normalised(text: string): string {
  return withoutAccents(text.toWellFormed().normalize("NFKC"))
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\b(?:ca|wo|sha|ai)n't\b|n't\b|\bcannot\b/gi, " not")
    .replace(/(?<=\p{L})'(?:s|d|m|ll|re|ve)\b/giu, "")
    .replace(/(?<=\d),(?=\d{3}\b)/g, "");
}

const ligatures = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th" }),
);

/** Accents of Latin, Greek and Cyrillic, and the points of Hebrew and Arabic; marks of other scripts stay. */
function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g, "")
    .replace(/[ßæœøłđðþ]/gi, (letter) => ligatures.get(letter.toLowerCase()) ?? letter)
    .normalize("NFKC");
}

/** All runs of `size` characters; a shorter run is one piece. */
function pieces(run: string, size: number): string[] {
  const characters = [...run];
  if (characters.length <= size) return [run];
  return characters.slice(size - 1).map((_, end) => characters.slice(end, end + size).join(""));
}

function addToken(token: string, found: string[]): void {
  const trimmed = token.replace(/^_+|_+$/g, "");
  const whole = trimmed.replaceAll("\\", "/").toLowerCase();
  if (whole === "" || stopWords.has(whole)) return;
  const parts = isNumber(whole) ? [] : partsOf(trimmed);
  found.push(cut(parts.length === 0 ? stemmed(whole) : whole));
  for (const part of parts) addToken(part, found);
}

function isNumber(whole: string): boolean {
  return /^v?\d+(?:[-.:/t]\d+)*z?$|^v?\d+\.(?:\d|x)[\w.-]*$/.test(whole);
}

/** From the coarsest joint to the finest: path, dots, dashes, capitals. */
const joints = [/[/\\:]+/, /[.@]+/, /[-_]+/, /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u];

function partsOf(token: string): string[] {
  for (const joint of joints) {
    const parts = token.split(joint).filter((part) => part !== "");
    if (parts.length > 1)
      return joint === joints.at(-1) && parts.some((part) => part.length < 2) ? [] : parts;
  }
  return [];
}

function stemmed(word: string): string {
  return /^[a-z]+$/.test(word) ? stem(word) : word;
}

function cut(term: string): string {
  return term.length <= longest
    ? term
    : term
        .slice(0, longest)
        .toWellFormed()
        .replace(/\ufffd$/u, "");
}
