import { textHash } from "./ids.ts";

/**
 * The words of a text in order, for telling that two texts say the same for certain. Only what can't carry meaning is
 * evened out: white space, the shape of quotes, back ticks around a word, the full stop or exclamation mark that ends a sentence, and
 * the capital that begins one. Everything else stays: `-v` is not `-V`, `String` is not `string`, `C++` is not `C`, `10.0.0.1` is not
 * `10.0.0.2`, `"no"` is not `no`, `No, tabs` is not `No tabs`, and `not` is a word. Inside back ticks nothing is changed.
 */
export function wordSequence(text: string): string {
  const raw = evened(text)
    .split(/\s+/u)
    .filter((word) => word !== "");
  const words: string[] = [];
  let begins = true;
  let inCode = false;
  for (const [place, word] of raw.entries()) {
    const codeAfter: boolean = inCode !== (ticksIn(word) % 2 === 1);
    const ends = !codeAfter && endsSentence(word, raw[place + 1]);
    const plain = ends ? word.replace(/[.!\u3002\uff01]$/u, "") : word;
    words.push(inCode ? withoutTicks(plain) : withoutTicks(begins ? withoutCapital(plain) : plain));
    begins = ends || (!codeAfter && /[?!]$/u.test(word));
    inCode = codeAfter;
  }
  return words.join(" ");
}

/** True when both texts have the same words in the same order. */
export function sameWords(a: string, b: string): boolean {
  return wordSequence(a) === wordSequence(b);
}

/** A hash of the word sequence: texts that say the same share it. */
export function wordKey(text: string): string {
  return textHash(wordSequence(text));
}

function evened(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"');
}

/** A full stop ends a sentence after a word (not in `./`, `...` or a lone dot), and before a capital or nothing. */
function endsSentence(word: string, next: string | undefined): boolean {
  if (!fullStop.test(word) && !emphasis.test(word)) return false;
  return next === undefined || !/^\p{Ll}/u.test(next);
}

const fullStop = /[\p{L}\p{N})\]"'`][.\u3002]$/u;
/** After a word in letters: `n!` is a factorial. */
const emphasis = /(?:\p{L}{3}|\p{Lo})[!\uff01]$/u;

function withoutCapital(word: string): string {
  return /^\p{Lu}[\p{Ll}']+[,;:?!]*$/u.test(word) ? word.toLowerCase() : word;
}

/** The ticks around a word; one that is all there is, or is escaped, is meant. */
function withoutTicks(word: string): string {
  const bare = word.replace(/^`+/u, "").replace(/(?<![\\`])`+(?=[.,;:?!]*$)/u, "");
  return bare === "" ? word : bare;
}

function ticksIn(word: string): number {
  return word.split("`").length - 1;
}
