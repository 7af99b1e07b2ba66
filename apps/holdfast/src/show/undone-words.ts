import type { Undone } from "@holdfast/schema";

/** What an undo came to: `2 archived, 0 kept.` */
export function undoneWords({ archived, kept }: Undone): string {
  return archived.length + kept.length === 0
    ? "It founded no record: there is nothing to undo."
    : `${archived.length} archived, ${kept.length} kept.`;
}
