/**
 * The most that each may take so that all of them fit into `space`: those that need less have all they need, and what they leave is
 * shared evenly among the others. Infinite when all fit, 0 when there is no space.
 */
export function shareSpace(needs: readonly number[], space: number): number {
  let left = space;
  for (const [index, need] of needs.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (needs.length - index));
    if (need > share) return Math.max(0, share);
    left -= need;
  }
  return Number.POSITIVE_INFINITY;
}
