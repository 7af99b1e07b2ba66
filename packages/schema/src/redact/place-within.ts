import type { Place } from "./place.ts";

/** The escapes of a text, in order, each as four numbers: where it stands in what was read, how long it is there, and from where to where in the text. */
export type Escapes = Uint32Array;

export const numbersOfEscape = 4;

/** Where a place of an unescaped text stands in the text it was read from; an escape is in it whole or not at all. */
export function placeWithin(escapes: Escapes, { start, end, kind }: Place): Place {
  return { start: stretchOf(escapes, start).from, end: stretchOf(escapes, end - 1).to, kind };
}

/** What a character was read from: an escape, or itself. */
function stretchOf(escapes: Escapes, character: number): { readonly from: number; readonly to: number } {
  const last = lastNotAfter(escapes, character);
  if (last < 0) return { from: character, to: character + 1 };
  const [at = 0, length = 0, from = 0, to = 0] = escapes.subarray(
    last * numbersOfEscape,
    (last + 1) * numbersOfEscape,
  );
  const after = character - at - length;
  return after < 0 ? { from, to } : { from: to + after, to: to + after + 1 };
}

/** The number of the last escape that does not begin after a character; -1 when there is none. */
function lastNotAfter(escapes: Escapes, character: number): number {
  let low = -1;
  let high = escapes.length / numbersOfEscape - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (escapes[middle * numbersOfEscape]! <= character) low = middle;
    else high = middle - 1;
  }
  return low;
}
