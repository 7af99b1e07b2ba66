import { type Candidate, type MemoryRecord, type Neighbour, type Similar, terms } from "@holdfast/schema";

/**
 * How much of their rarity two texts must share to be worth comparing, from 0 to 1. Measured with `bench/neighbours.ts` against 400 records: 6 % of
 * unrelated texts (21 % where all are single lines) meet one, and every revision of a record meets it (96 % where only its first line is
 * heard). Higher lets revisions pass as new; lower asks about texts that only sound alike.
 */
export const neighbourThreshold = 0.2;

/** Most records shown for one candidate. */
export const mostNeighbours = 6;

/** The current records worth comparing with a candidate, the most similar first, at most six. */
export function neighboursOf(candidate: Candidate, similar: Similar): Neighbour[] {
  const own = termsOf(candidate);
  const { documents, frequency } = similar;
  // A record must not count against itself: else a term they share is never rare while records are few.
  const others = documents - 1;
  const lone = rarity(frequency, others, 0);
  const shared = rarity(frequency, others, 1);
  // How rare the terms are that only the record has is not known: they count as an average term of the candidate.
  const average = own.size === 0 ? 0 : sum(own, lone) / own.size;
  return similar.records
    .map((record) => ({
      record,
      score: likeness(own, termsOf(record), { shared, own: lone, other: () => average }),
    }))
    .filter(({ score }) => score >= neighbourThreshold)
    .sort((a, b) => b.score - a.score || (a.record.id < b.record.id ? -1 : 1))
    .slice(0, mostNeighbours);
}

/**
 * True when two candidates of one chunk are worth comparing with each other. `frequency` counts the texts beside the two, out of
 * `documents`, that each term stands in. Symmetric.
 */
export function areNeighbours(
  a: Candidate,
  b: Candidate,
  frequency: ReadonlyMap<string, number>,
  documents: number,
): boolean {
  const weight = rarity(frequency, documents, 0);
  const weights = { shared: weight, own: weight, other: weight };
  return likeness(termsOf(a), termsOf(b), weights) >= neighbourThreshold;
}

/** As {@link areNeighbours}, by the terms of both, where `frequency` and `documents` count the two as well. */
export function resembleEachOther(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  frequency: ReadonlyMap<string, number>,
  documents: number,
): boolean {
  const lone = rarity(frequency, documents - 2, 1);
  const shared = rarity(frequency, documents - 2, 2);
  return likeness(a, b, { shared, own: lone, other: lone }) >= neighbourThreshold;
}

/** The distinct terms by which a candidate or a record is compared: those of its summary, detail and why. */
export function termsOf(text: Pick<MemoryRecord, "summary" | "detail" | "why">): ReadonlySet<string> {
  return new Set(terms([text.summary, text.detail, text.why ?? ""].join("\n")));
}

type Weight = (term: string) => number;

/** The rarer a term, the more it tells; one that stands everywhere tells next to nothing. `counted` texts are not counted. */
function rarity(frequency: ReadonlyMap<string, number>, documents: number, counted: number): Weight {
  const all = Math.max(0, documents);
  return (term) => {
    const standsIn = Math.min(Math.max(0, (frequency.get(term) ?? 0) - counted), all);
    return Math.log(1 + (all - standsIn + 0.5) / (standsIn + 0.5));
  };
}

/**
 * The shared weight, against a mean of both weights that leans to the lighter text: a line that stands in a long text is found, and a
 * long text does not meet everything.
 */
function likeness(
  own: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weights: { readonly shared: Weight; readonly own: Weight; readonly other: Weight },
): number {
  const both = [...own].filter((term) => other.has(term));
  if (both.length === 0) return 0;
  const shared = sum(both, weights.shared);
  const a = shared + sum(without(own, other), weights.own);
  const b = shared + sum(without(other, own), weights.other);
  return shared / (Math.min(a, b) ** 0.65 * Math.max(a, b) ** 0.35);
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...some].filter((term) => !others.has(term));
}

function sum(some: Iterable<string>, weightOf: Weight): number {
  let total = 0;
  for (const term of some) total += weightOf(term);
  return total;
}
