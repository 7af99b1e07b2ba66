/**
 * A chunk that was too much, as two, in the same order: neither is empty when it has two members or more, and the first is never the
 * smaller one.
 */
export function halve<T>(chunk: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(chunk.length / 2);
  return [chunk.slice(0, middle), chunk.slice(middle)];
}
