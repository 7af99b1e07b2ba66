/**
 * The facts of a summary: each point of a list, each sentence. A model that was told to write one fact at a time sometimes does not. A summary
 * that is one sentence comes back as it is.
 */
export function splitFacts(summary: string): string[] {
  const points = summary
    .split(/(?:^|\n)\s*(?:[-*\u2022]|\d{1,2}[.)])\s+|\n+|\s\d{1,2}[.)]\s+(?=\p{Lu})/u)
    .map((point) => point.trim())
    .filter((point) => point !== "");
  const facts = points.flatMap((point) => point.split(betweenSentences)).map((fact) => fact.trim());
  return facts.length > 0 && facts.every((fact) => standsAlone.test(fact)) ? facts : [summary.trim()];
}

/** After a sentence of some words, before a capital: not after `e.g.` or an initial. */
const betweenSentences = /(?<=[\p{Ll}\p{N})\]"'`]{3}[.!?])\s+(?=[\p{Lu}`"])|(?<=[\u3002\uff01\uff1f])/u;

/** What begins so leans on the sentence before it: then the summary is one fact that takes two sentences. */
const standsAlone =
  /^(?!(?:it|its|this|that|these|those|they|he|she|so|because|but|and|or|otherwise|then|there|also|instead|only|not|no|except|unless)\b)\S+\s+\S+|^\p{Lo}{4,}/iu;
