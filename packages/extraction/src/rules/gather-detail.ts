import type { Sentence } from "./split-sentences.ts";

/** The sentences right after a directive that go on about it: they give its reason, or speak of it as "it" or "that". */
export function gatherDetail(sentences: readonly Sentence[], from: number): Sentence[] {
  const rest: Sentence[] = [];
  for (const sentence of sentences.slice(from)) {
    if (!goesOn.test(sentence.text) || ends.test(sentence.text)) break;
    rest.push(sentence);
  }
  return rest;
}

const goesOn =
  /^(?:because|since|otherwise|the reason|reason|why|it|they|that|this|these|those|the last time|last time|we (?:lost|had|got|were)|e\.g\.|for example|for instance|so that|see|without (?:it|that|this)|except|unless|only|either way|both|neither)\b/i;

/** Questions, and what belongs to the task at hand. */
const ends = /\?|\b(?:now|please|can you|could you|let's|later|for now|today|still|looks? good|works?)\b/i;
