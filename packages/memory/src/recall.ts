import {
  type Category,
  estimateTokens,
  type Recalled,
  type Scope,
  type SearchHit,
  terms as termsOf,
} from "@holdfast/schema";
import { voices } from "./voices.ts";
import { storesOf, type World } from "./world.ts";

export interface RecallOptions {
  /** At most this many; 10 unless said otherwise. */
  readonly limit?: number | undefined;
  readonly categories?: readonly Category[] | undefined;
  readonly scope?: Scope | undefined;
  /** At most this many tokens of summaries and details, estimated. */
  readonly budgetTokens?: number | undefined;
  /** Somebody is still typing: what begins with the last word is found as well. */
  readonly unfinished?: boolean | undefined;
  /** Also returns what was cut, each with why. */
  readonly explain?: boolean | undefined;
}

const usualLimit = 10;
/** What is dropped by `limit` is looked at only this far. */
const lookAhead = 20;
/** A project's own memory goes before the person's where both answer alike. */
const projectFirst = 1.05;

/**
 * Current records for any text a person may type, the best first. Nothing is changed. An empty answer is an answer.
 */
export async function recall(world: World, query: string, options: RecallOptions = {}): Promise<Recalled[]> {
  const limit = options.limit ?? usualLimit;
  const hits = await Promise.all(
    storesOf(world, options.scope).map((store) =>
      store.search(query, {
        limit: limit + lookAhead,
        ...(options.unfinished && { unfinished: true }),
        ...(options.categories && { categories: options.categories }),
      }),
    ),
  );
  const ranked = hits
    .flat()
    .map((hit) => ({ hit, score: hit.score * (hit.row.scope === "project" ? projectFirst : 1) }))
    .sort((a, b) => b.score - a.score || a.hit.row.id.localeCompare(b.hit.row.id));
  return cutToFit(
    ranked.map(({ hit, score }) => recalledFrom(query, hit, score)),
    limit,
    options,
  );
}

function cutToFit(ranked: readonly Recalled[], limit: number, options: RecallOptions): Recalled[] {
  const kept: Recalled[] = [];
  const cut: Recalled[] = [];
  let tokens = 0;
  for (const one of ranked) {
    const size = estimateTokens(`${one.summary}\n${one.detail}`);
    if (kept.length >= limit) cut.push({ ...one, cut: `over the limit of ${limit}` });
    else if (options.budgetTokens !== undefined && tokens + size > options.budgetTokens) {
      cut.push({
        ...one,
        cut: `its ${size} tokens no longer fit into the budget of ${options.budgetTokens}`,
      });
    } else {
      kept.push(one);
      tokens += size;
    }
  }
  return options.explain ? [...kept, ...cut] : kept;
}

function recalledFrom(query: string, { row, terms, triggers }: SearchHit, score: number): Recalled {
  const { id, category, scope, trust, summary, detail } = row;
  return {
    id,
    category,
    scope,
    trust,
    summary,
    detail,
    score: Number(score.toFixed(4)),
    why: whyOf(row, wordsOf(query, terms), triggers),
  };
}

/** The terms that matched, as they were asked for: `databases`, not `databas`. */
function wordsOf(query: string, terms: readonly string[]): string[] {
  const words = query.split(/[^\p{L}\p{M}\p{N}_.\-/]+/u).map((word) => ({ word, terms: termsOf(word) }));
  const wordOf = (term: string) =>
    words.find((one) => one.terms.includes(term)) ??
    words.find(({ word }) => alike(word.toLowerCase(), term));
  const asked = terms.map((term) => wordOf(term)?.word ?? term);
  return [...new Set(asked)];
}

/** True for a word that was not typed to its end, and for one of which the term is the stem. */
function alike(word: string, term: string): boolean {
  return word !== "" && (term.startsWith(word) || word.startsWith(term));
}

function whyOf(row: SearchHit["row"], words: readonly string[], triggers: SearchHit["triggers"]): string {
  const reasons = [`matches ${words.join(", ") || "its text"}`];
  if (triggers.length > 0)
    reasons.push(`triggered by ${triggers.map(({ type, value }) => `${type} ${value}`).join(", ")}`);
  if (row.reinforced > 1) reasons.push(`heard ${row.reinforced} times`);
  reasons.push(`observed ${row.observed_at.slice(0, 10)}`, voices[row.trust]);
  return reasons.join("; ");
}
