import type { Surveyed } from "@holdfast/schema";

/**
 * A file's name and stamp as two numbers of 32 bits. Sums of them tell, without a look at each row, whether the files of a folder
 * are those that were read: two sums that are equal by accident are one in 2^64.
 */
export type Mark = readonly [first: number, second: number];

/** The mark of what has no stamp to go by. No survey finds it, so that the files are compared one by one. */
export const noMark: Mark = [0, 0];

export function markFile({ name, stat: { size, mtimeMs, ctimeMs, ino } }: Surveyed): Mark {
  const words = [size, ino, inWholes(mtimeMs), inWholes(ctimeMs)];
  let first = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) first = Math.imul(first ^ name.charCodeAt(at), 0x01000193);
  let second = first ^ name.length;
  for (const word of words) {
    const low = word | 0;
    const high = (word / 2 ** 32) | 0;
    first = stir(Math.imul(stir(Math.imul(first ^ low, 0x85ebca6b)) ^ high, 0xc2b2ae35));
    second = stir(Math.imul(stir(Math.imul(second ^ high, 0xcc9e2d51)) ^ low, 0x1b873593));
  }
  return [first >>> 0, second >>> 0];
}

/** A time in milliseconds has 41 bits before its point, and as many as a number can hold after it. */
function inWholes(milliseconds: number): number {
  return milliseconds * 2 ** 12;
}

function stir(bits: number): number {
  return bits ^ (bits >>> 15);
}
