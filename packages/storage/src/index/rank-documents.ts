import { type Catalogue, type Shelved, weights } from "./catalogue.ts";
import { type Document, documentOf } from "./document.ts";

/**
 * What full-text search does in the index, over records at hand: which terms stand where, and BM25 with the same weights. Their
 * terms are found at the first question.
 */
export function rankDocuments(
  shelved: readonly Shelved[],
): Pick<Catalogue, "frequency" | "termsStartingWith" | "matching"> {
  let weighed: Weighed[] | undefined;
  const all = () => {
    weighed ??= shelved.map((one) => weigh(one, documentOf(one.record)));
    return weighed;
  };
  const frequency = (terms: readonly string[]) => new Map(terms.flatMap((term) => counted(all(), term)));

  return {
    frequency,
    termsStartingWith: (beginning, most) => {
      const begun = new Set(
        all().flatMap(({ terms }) => [...terms.keys()].filter((term) => term.startsWith(beginning))),
      );
      return [...frequency([...begun])]
        .sort(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1))
        .slice(0, most)
        .map(([term]) => term);
    },
    matching: ({ terms, limit, categories }) => {
      const inAll = frequency(terms);
      const score = scoreBy(inAll, all());
      return all()
        .filter(({ shelved }) => shelved.standing === "current")
        .filter(({ shelved }) => categories === undefined || categories.includes(shelved.record.category))
        .map((one) => ({ shelved: one.shelved, score: score(one) }))
        .filter((one) => one.score > 0)
        .sort((a, b) => b.score - a.score || (a.shelved.record.id < b.shelved.record.id ? -1 : 1))
        .slice(0, limit)
        .map((one) => one.shelved);
    },
  };
}

interface Weighed {
  readonly shelved: Shelved;
  readonly length: number;
  /** For each term how often it stands there, weighed by where. */
  readonly terms: ReadonlyMap<string, number>;
}

function weigh(shelved: Shelved, document: Document): Weighed {
  const terms = new Map<string, number>();
  let length = 0;
  for (const part of ["summary", "triggers", "detail"] as const) {
    length += document[part].length;
    for (const term of document[part]) terms.set(term, (terms.get(term) ?? 0) + weights[part]);
  }
  return { shelved, length, terms };
}

function counted(all: readonly Weighed[], term: string): [string, number][] {
  const count = all.filter(({ terms }) => terms.has(term)).length;
  return count === 0 ? [] : [[term, count]];
}

function scoreBy(inAll: ReadonlyMap<string, number>, all: readonly Weighed[]): (one: Weighed) => number {
  const mean = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  return ({ terms, length }) => {
    let score = 0;
    for (const [term, count] of inAll) {
      const weight = terms.get(term) ?? 0;
      const rarity = Math.max(1e-6, Math.log((all.length - count + 0.5) / (count + 0.5)));
      score += (rarity * weight * 2.2) / (weight + 1.2 * (0.25 + (0.75 * length) / mean));
    }
    return score;
  };
}
