/** A sentence, verbatim, at its place in the text it was split from. */
export interface Sentence {
  readonly text: string;
  readonly index: number;
}

/**
 * Splits speech into sentences. Nothing is lost but the white space between them. A full stop inside code, a number, a path
 * or an abbreviation ends nothing; a new line does, unless the line before was wrapped.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const take = (to: number) => {
    const lead = /^\s*/.exec(text.slice(from, to))?.[0].length ?? 0;
    const sentence = text.slice(from + lead, to).trimEnd();
    if (sentence !== "") sentences.push({ text: sentence, index: from + lead });
    from = to;
  };
  for (const { 0: end, index } of text.matchAll(ends)) {
    if (isEnd(text, from, index, end)) take(index + end.length);
  }
  take(text.length);
  return sentences;
}

/** Code in back ticks is matched first, so that nothing inside it is an end. */
const ends = /`[^`\n]*`|[.!?…]+["'”’)\]]*(?=\s|$)|[。！？]+|\n/g;

const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|nr|z\.B|bzw|[A-Za-z]|\d+)$/i;

function isEnd(text: string, from: number, index: number, end: string): boolean {
  if (end.startsWith("`")) return false;
  if (end === "\n") return !isWrapped(text, from, index);
  return !(
    end === "." &&
    abbreviation.test(text.slice(from, index)) &&
    /^\s+\p{Ll}/u.test(text.slice(index + 1))
  );
}

/** A long line that goes on in lower case was wrapped by an editor; a short one was ended by a person. */
function isWrapped(text: string, from: number, index: number): boolean {
  const line = text.slice(Math.max(from, text.lastIndexOf("\n", index - 1) + 1), index);
  return line.trimEnd().length >= 60 && /^\s*[\p{Ll}\d`(]/u.test(text.slice(index + 1));
}
