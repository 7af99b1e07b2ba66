import type { RecordRow } from "@holdfast/schema";

/**
 * Which comes first, the lowest first: what a person laid down, prohibitions among it; what answers what is asked; how to work; what was decided;
 * the rest.
 */
export function priorityOf(
  { id, category, trust, summary }: RecordRow,
  relevant: ReadonlyMap<string, number>,
): number {
  const isRule = category === "preference" || category === "lesson";
  if (trust === "user" && isRule) return forbids.test(summary) ? 0 : 1;
  if (relevant.has(id)) return 2;
  if (trust === "user") return 3;
  return { preference: 4, lesson: 5, decision: 6, domain: 7 }[category];
}

const forbids =
  /\b(?:never|don't|do not|must not|mustn't|no longer|avoid|without asking|only after)\b|\bno\b/iu;
