/**
 * True for what a machine made: long, of many different characters, with digits strewn among its letters. No word, name, version or date
 * changes between the two so often.
 */
export function looksRandom(value: string): boolean {
  return value.length >= 15 && isStrewn(value) && entropyOf(value) >= 3;
}

/** Letters and digits meet three times or more. */
function isStrewn(value: string): boolean {
  let meetings = 0;
  for (const _ of value.matchAll(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)) if (++meetings === 3) return true;
  return false;
}

/** Bits a character, by how often each occurs. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
