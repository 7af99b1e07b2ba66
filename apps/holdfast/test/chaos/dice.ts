/** Throws that are the same for the same seed. */
export interface Dice {
  /** From 0 to 1. */
  roll(): number;
  /** From 0 to below `sides`. */
  upTo(sides: number): number;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32. */
export function diceOf(seed: number): Dice {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (sides: number) => Math.floor(roll() * sides);
  return { roll, upTo, pick: (from) => from[upTo(from.length)]! };
}
