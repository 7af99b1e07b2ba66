import type { PiEntry } from "./pi-entry.ts";

/** An entry under an id of its own, and the place of the entry it names as its parent, when there is one. */
export interface PlacedEntry {
  readonly entry: PiEntry;
  readonly parent: number | undefined;
}

/**
 * Gives every entry an id of its own and finds its parent. An id that comes a second time costs nothing: both entries stay, the
 * second renamed by its line and read as what follows the line before it, with a warning. A name that is borne twice means the
 * entry before the one that names it.
 */
export function placeEntries(entries: readonly PiEntry[], warnings: string[]): PlacedEntry[] {
  const all = new Map(entries.map((entry, place) => [entry.id, place]));
  const before = new Map<string | undefined, number>();
  return entries.map((entry, place) => {
    const first = before.get(entry.id);
    const named = entry.parentId ?? undefined;
    const parent = named === undefined ? undefined : (before.get(named) ?? all.get(named));
    before.set(entry.id, place);
    if (first === undefined) return { entry, parent };
    const id = `${entry.id}@line-${entry.line}`;
    warnings.push(
      `Line ${entry.line} has the id of line ${entries[first]?.line}, ${entry.id}; kept both, this one as ${id}.`,
    );
    return { entry: { ...entry, id }, parent: place - 1 };
  });
}
