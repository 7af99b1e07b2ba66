import type { Place } from "./place.ts";

/** A piece of an unescaped text: where it begins there, and the stretch it was read from, as it stands or as one escape. */
export interface Piece {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly isLiteral: boolean;
}

/** Where a place of an unescaped text stands in the text it was read from; an escape is in it whole or not at all. */
export function placeWithin(pieces: readonly Piece[], { start, end, kind }: Place): Place {
  const first = pieceAt(pieces, start);
  const last = pieceAt(pieces, end - 1);
  return {
    start: first.isLiteral ? first.start + start - first.at : first.start,
    end: last.isLiteral ? last.start + end - last.at : last.end,
    kind,
  };
}

/** The last piece that does not begin after `at`. */
function pieceAt(pieces: readonly Piece[], at: number): Piece {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pieces[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[low]!;
}
