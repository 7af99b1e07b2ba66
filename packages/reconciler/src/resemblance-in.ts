import type { Case } from "@holdfast/schema";
import { resembleEachOther, termsOf } from "./score-neighbours.ts";

/**
 * Tells whether two cases of a chunk are worth comparing with each other. The chunk counts in with the records, so that what all its
 * candidates say tells nothing about two of them.
 */
export function resemblanceIn(cases: readonly Case[]): (a: Case, b: Case) => boolean {
  const termsIn = new Map(cases.map((one) => [one.candidate, termsOf(one.candidate)]));
  const frequency = new Map<string, number>();
  for (const one of cases) {
    for (const [term, count] of one.frequency) frequency.set(term, Math.max(frequency.get(term) ?? 0, count));
  }
  for (const term of [...termsIn.values()].flatMap((some) => [...some])) {
    frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const documents = Math.max(0, ...cases.map((one) => one.documents)) + cases.length;
  const of = (one: Case) => termsIn.get(one.candidate) ?? termsOf(one.candidate);
  return (a, b) => resembleEachOther(of(a), of(b), frequency, documents);
}
