/**
 * The same pattern with `[set]{20,}` written as `[set]{20}[set]*`. Of a counted loop the engine keeps a way back from every turn, and throws a
 * `RangeError` once a run of some millions has filled the room for them; of `*` over one set it keeps none.
 */
export function forLongRuns({ source, flags }: RegExp): RegExp {
  const plain = source.replaceAll(oneCharacter, (whole, set: string, least?: string) =>
    least === undefined ? whole : `${set}{${least}}${set}*`,
  );
  return new RegExp(plain, flags);
}

/** An escape, a set or a dot, with the count that it is repeated by where that has no end. */
const oneCharacter = /(\\.|\[(?:[^\]\\]|\\.)+\]|\.)(?:\{(\d+),\})?/g;
