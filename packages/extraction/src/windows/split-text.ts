import { estimateTokens } from "@holdfast/schema";

/**
 * A text in parts of at most so many tokens, each as long as it may be: parted at an empty line, else a line, a sentence, a blank, else
 * between two characters. Joined, the parts are the text. Linear.
 */
export function splitText(text: string, tokens: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > tokens * mostCharactersAToken || estimateTokens(rest) > tokens) {
    const end = endWithin(rest, tokens);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  parts.push(rest);
  return parts;
}

/** Four characters a token where all are narrow, and one where all are wide. */
const mostCharactersAToken = 4;

function endWithin(text: string, tokens: number): number {
  let most = Math.max(1, tokens * mostCharactersAToken);
  while (most > 1 && estimateTokens(text.slice(0, most)) > tokens) most = Math.max(1, Math.floor(most * 0.8));
  const room = text.slice(0, most);
  for (const [sign, after] of ends) {
    const at = room.lastIndexOf(sign);
    if (at > most / 2) return at + after;
  }
  const inPair = /[\ud800-\udbff]$/u.test(room) && /^[\udc00-\udfff]/u.test(text.slice(most));
  return inPair ? Math.max(1, most - 1) : most;
}

/** Where a text is best parted, the best first, and how much of the sign stays before the cut. */
const ends: readonly (readonly [sign: string, after: number])[] = [
  ["\n\n", 2],
  ["\n", 1],
  [". ", 2],
  ["\u3002", 1],
  [" ", 1],
];
