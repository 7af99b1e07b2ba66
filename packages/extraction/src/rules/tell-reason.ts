import { singleLine } from "@holdfast/schema";
import type { Sentence } from "./split-sentences.ts";

/** Splits a statement at its reason: "use A because B" says `use A`, for the reason `B`. */
export function splitReason(statement: string): { claim: string; why: string | undefined } {
  const found = reasonClause.exec(statement);
  if (found === null) return { claim: statement, why: undefined };
  const claim = statement.slice(0, found.index).replace(/[\s,;:–—-]+$/u, "");
  return { claim, why: tidy(found.groups?.why ?? "") };
}

/** The reason given in a sentence of its own: "Because B.", "The reason is B." */
export function tellReason(sentences: readonly Sentence[]): string | undefined {
  for (const { text } of sentences) {
    const why = reasonSentence.exec(text)?.groups?.why;
    if (why !== undefined) return tidy(why);
  }
  return undefined;
}

/** `since` counts as a reason only before someone who does something: "since 2019" and "since the release" are times. */
const reasonClause =
  /[\s,;(–—-]+(?:because(?: of)?|'cause|so that|given that|due to|for the reason that|since (?=(?:it|we|they|i|you|our|there|this|that|nobody|everyone|the \w+ (?:is|are|has|have|can|does|needs?|\w+s)|\w+ (?:is|are|has|have|can|does|needs?))\b))\s*(?<why>\S.+)$/is;

const reasonSentence =
  /^(?:because(?: of)?|since|(?:the )?reason(?: is|:)(?: that)?|that's because|this is because)\s*(?<why>.+)$/is;

function tidy(why: string): string {
  return singleLine(why).replace(/[.!)]+$/u, "");
}
