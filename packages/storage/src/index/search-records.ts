import { type SearchHit, type SearchOptions, type Trigger, terms, unfinishedWord } from "@holdfast/schema";
import type { Answer } from "./answer.ts";
import { type Catalogue, type Shelved, weights } from "./catalogue.ts";
import { documentOf } from "./document.ts";
import { makeRows } from "./make-rows.ts";
import { rareTerms } from "./rare-terms.ts";

/** Ranks current records for a query, which may be any text: nothing in it is syntax. */
export function searchRecords(
  catalogue: Catalogue,
  dir: string,
  query: string,
  { limit, categories, unfinished = false }: SearchOptions,
): Answer<SearchHit[]> {
  const whole = terms(query).slice(0, mostAsked);
  const asked = [...new Set([...whole, ...(unfinished ? begunTerms(catalogue, query) : [])])];
  const documents = catalogue.documents();
  const frequency = catalogue.frequency(asked);
  const chosen = rareTerms(frequency, { documents, most: mostChosen });
  const found = catalogue.matching({ terms: chosen, limit: 3 * limit + 20, categories });

  const known = new Set(asked);
  const latest = found.reduce((time, { record }) => Math.max(time, Date.parse(record.observed_at)), 0);
  const { value: rows } = makeRows(catalogue, dir, found);
  const hits = found.map((shelved, i): SearchHit => {
    const matched = matchedTerms(shelved, known);
    const triggers = shelved.record.triggers.filter((trigger) => isInside(trigger, known));
    const row = rows[i]!;
    const age = (latest - Date.parse(row.observed_at)) / day;
    const score = relevance(matched, frequency, documents) * boost(triggers.length, age, row.reinforced);
    return { row, score, terms: [...matched.keys()], triggers };
  });
  hits.sort((a, b) => b.score - a.score || (a.row.id < b.row.id ? -1 : 1));
  const best = hits.slice(0, limit);
  const ids = new Set(best.map(({ row }) => row.id));
  return { value: best, paths: found.filter(({ record }) => ids.has(record.id)).map(({ path }) => path) };
}

/**
 * The terms that the last word of a query may become. A term is a stem: what is typed so far may be less than it (`datab`), or more
 * (`migratio` of `migrat`).
 */
function begunTerms(catalogue: Catalogue, query: string): string[] {
  const word = unfinishedWord(query);
  if (word === "") return [];
  const shorter = Array.from({ length: mostEnding }, (_, n) => word.slice(0, -1 - n));
  return [
    ...catalogue.termsStartingWith(word, mostCompletions),
    ...shorter.filter((stem) => stem.length >= leastStem),
  ];
}

const leastStem = 4;
/** Longest ending that a stem lacks. */
const mostEnding = 4;
const mostCompletions = 16;
/** More words than anyone types; a pasted file is cut here. */
const mostAsked = 500;
const mostChosen = 24;
const day = 86_400_000;

/** How much each term of the query counts for in a record, by where it stands and how often. */
function matchedTerms({ record }: Shelved, asked: ReadonlySet<string>): Map<string, number> {
  const { summary, triggers, detail } = documentOf(record);
  const length = summary.length + triggers.length + detail.length;
  const matched = new Map<string, number>();
  const count = (part: readonly string[], weight: number) => {
    for (const term of part) if (asked.has(term)) matched.set(term, (matched.get(term) ?? 0) + weight);
  };
  count(summary, weights.summary);
  count(triggers, weights.triggers);
  count(detail, weights.detail);
  for (const [term, weight] of matched) matched.set(term, saturated(weight, length));
  return matched;
}

/** BM25 with its usual constants: the tenth mention adds little, and a long text has more words by chance. */
function saturated(weight: number, length: number): number {
  const k = 1.2 * (0.25 + (0.75 * length) / ordinaryLength);
  return (weight * 2.2) / (weight + k);
}

const ordinaryLength = 40;

function relevance(
  matched: ReadonlyMap<string, number>,
  frequency: ReadonlyMap<string, number>,
  documents: number,
): number {
  let sum = 0;
  for (const [term, weight] of matched) {
    const count = Math.min(frequency.get(term) ?? 0, documents);
    sum += weight * Math.log(1 + (documents - count + 0.5) / (count + 0.5));
  }
  return sum;
}

/** True when every word of the trigger stands in the query. */
function isInside({ value }: Trigger, asked: ReadonlySet<string>): boolean {
  const words = terms(value);
  return words.length > 0 && words.every((word) => asked.has(word));
}

/** Small, so that it decides between equals and does not lift the irrelevant. `age` is in days before the newest. */
function boost(triggers: number, age: number, reinforced: number): number {
  const recency = 1 / (1 + Math.max(0, age) / 180);
  return 1 + 0.25 * Math.min(triggers, 2) + 0.1 * recency + 0.05 * Math.min(Math.log2(1 + reinforced), 4);
}
