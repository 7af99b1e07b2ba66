import { textHash } from "./ids.ts";

/**
 * The words of a text in order, for telling that two texts say the same for certain. Only what can't carry
 * meaning is dropped: white space, back ticks and double quotes, sentence punctuation at the end of a word, and
 * the capital of a word that is otherwise lower-case. Everything else stays: `-v` is not `-V`, `C++` is not `C`,
 * `10.0.0.1` is not `10.0.0.2`, and `not` is a word.
 */
export function wordSequence(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[`"\u201c\u201d\u00ab\u00bb]/g, "")
    .replace(/[\u3002\uff0c\uff1b\uff1a\uff01\u3001]/g, " ")
    .split(/\s+/u)
    .map(plainWord)
    .filter((word) => word !== "")
    .join(" ");
}

/** True when both texts have the same words in the same order. */
export function sameWords(a: string, b: string): boolean {
  return wordSequence(a) === wordSequence(b);
}

/** A hash of the word sequence: texts that say the same share it. */
export function wordKey(text: string): string {
  return textHash(wordSequence(text));
}

const carriesMeaning = /[\p{L}\p{N}]/u;

function plainWord(word: string): string {
  const trimmed = word.replace(/[.,;:!]+$/u, "");
  const kept = carriesMeaning.test(trimmed) ? trimmed : word;
  return /^\p{Lu}[\p{Ll}']+$/u.test(kept) ? kept.toLowerCase() : kept;
}
