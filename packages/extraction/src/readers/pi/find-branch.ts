import type { PiEntry } from "./pi-entry.ts";
import { type PlacedEntry, placeEntries } from "./place-entries.ts";

/**
 * The entries from the root to the leaf, which is the last entry of the file. Files without ids (version 1) are one
 * branch. A parent that is not there ends the branch, unless an unreadable line stands right where it would be: then
 * the entry before that line is taken, so that one broken line costs only itself. A circle ends the branch. An id that comes
 * twice is made two.
 */
export function findBranch(entries: readonly PiEntry[], warnings: string[]): PiEntry[] {
  const known = entries.filter((entry) => entry.id !== undefined);
  if (known.length === 0) return [...entries];
  for (const { line } of entries.filter((entry) => entry.id === undefined))
    warnings.push(`Line ${line} has no id; left out.`);

  const placed = placeEntries(known, warnings);
  const seen = new Set<number>();
  let place: number | undefined = placed.length - 1;
  while (place !== undefined && !seen.has(place)) {
    seen.add(place);
    place = placeOfParent(placed, place, warnings);
  }
  if (place !== undefined)
    warnings.push(`Line ${placed[place]?.entry.line} is its own ancestor; the branch starts there.`);
  return [...seen].reverse().flatMap((at) => placed[at]?.entry ?? []);
}

function placeOfParent(
  placed: readonly PlacedEntry[],
  place: number,
  warnings: string[],
): number | undefined {
  const { entry, parent } = placed[place]!;
  if (parent !== undefined) return parent;
  if (entry.parentId === null || entry.parentId === undefined) return undefined;

  const before = placed[place - 1]?.entry;
  const gap = before !== undefined && entry.line - before.line > 1;
  warnings.push(
    gap
      ? `Line ${entry.line} names a parent that is not there; took line ${before.line}, before the unreadable one.`
      : `Line ${entry.line} names a parent that is not there; the branch starts there.`,
  );
  return gap ? place - 1 : undefined;
}
