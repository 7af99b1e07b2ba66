import { forgottenOf, type LedgerLine, type MemoryRecord, type Standing } from "@holdfast/schema";
import { summaryKeyOf } from "../records/summary-key.ts";
import type { Catalogue, SettledAt, Shelved } from "./catalogue.ts";
import { rankDocuments } from "./rank-documents.ts";
import { roundOf } from "./refresh-ledger.ts";

/** A record, and the path of its file inside the memory folder. */
export interface Placed {
  readonly record: MemoryRecord;
  readonly path: string;
}

/** The catalogue of records and ledger lines that are at hand. */
export function listCatalogue(placed: readonly Placed[], ledger: readonly LedgerLine[]): Catalogue {
  const supersededBy = whoSupersedes(placed);
  const shelved = placed.map((one): Shelved => ({ ...one, standing: standingOf(one.record, supersededBy) }));
  const ranks = rankDocuments(shelved);
  const byId = shelved.toSorted((a, b) => compare(a.record.id, b.record.id));
  const newest = shelved.toSorted((a, b) => compare(timeOf(b.record), timeOf(a.record)));
  const where = (matches: (one: Shelved) => boolean) => byId.filter(matches);
  const count = (standing: Standing) => where((one) => one.standing === standing).length;

  return {
    documents: () => shelved.length,
    frequency: ranks.frequency,
    termsStartingWith: ranks.termsStartingWith,
    matching: ranks.matching,
    withSummary: (key) => where(({ record }) => summaryKeyOf(record) === key),
    byIds: (ids) => where(({ record }) => ids.includes(record.id)),
    startingWith: (prefix) => where(({ record }) => record.id.startsWith(prefix)),
    newest: ({ status, category, ids, limit = newest.length }) =>
      newest
        .filter(({ record }) => ids === undefined || ids.includes(record.id))
        .filter(({ standing }) => status === undefined || standing === status)
        .filter(({ record }) => category === undefined || record.category === category)
        .slice(0, limit),
    outline: () =>
      newest.map(({ record: { id, category, created_at }, standing }) => ({
        id,
        category,
        created_at,
        status: standing,
      })),
    foundedBy: (runId) =>
      newest.filter(({ record }) => record.sources.some(({ run_id }) => run_id === runId)).toReversed(),
    supersededBy: (ids) => new Map(ids.flatMap((id) => entry(id, supersededBy.get(id)))),
    settledAt: (ids) => [...placed.flatMap(founders), ...ledger.map(asSettled)].filter(among(ids)),
    duplicatesOf: (ids) =>
      ledger.filter(({ fate, record_id = "" }) => fate === "duplicate" && ids.includes(record_id)),
    refusals: (keys) =>
      ledger.filter((line) => {
        const { summary_key, text_key } = forgottenOf(line.candidate);
        return line.by === "person" && (summary_key === keys.summary_key || text_key === keys.text_key);
      }),
    linesStartingWith: (prefix) => ledger.filter(({ candidate_id }) => candidate_id.startsWith(prefix)),
    linesOf: (runId) => ledger.filter(({ run_id }) => run_id === runId),
    counts: () => ({
      current: count("current"),
      superseded: count("superseded"),
      archived: count("archived"),
      ledger: ledger.length,
    }),
  };
}

function whoSupersedes(placed: readonly Placed[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { record } of placed.toSorted((a, b) => compare(a.record.id, b.record.id))) {
    if (record.status === "archived") continue;
    for (const target of new Set(record.supersedes)) {
      if (target !== record.id) found.set(target, [...(found.get(target) ?? []), record.id]);
    }
  }
  return found;
}

function standingOf({ id, status }: MemoryRecord, supersededBy: ReadonlyMap<string, string[]>): Standing {
  if (status === "archived") return "archived";
  return supersededBy.has(id) ? "superseded" : "current";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Newest first is the descending order of these. */
function timeOf({ created_at, observed_at, id }: MemoryRecord): string {
  return `${created_at} ${observed_at} ${id}`;
}

function entry(id: string, by: string[] | undefined): [string, string[]][] {
  return by === undefined ? [] : [[id, by]];
}

function founders({ record, path }: Placed): SettledAt[] {
  return record.sources.map(({ candidate_id, round = 0 }) => ({
    candidate_id,
    record_id: record.id,
    round,
    path,
  }));
}

function asSettled(line: LedgerLine): SettledAt {
  const { candidate_id, record_id } = line;
  return { candidate_id, round: roundOf(line), ...(record_id === undefined ? {} : { record_id }) };
}

function among(ids: readonly string[]): (place: SettledAt) => boolean {
  const wanted = new Set(ids);
  return ({ candidate_id }) => wanted.has(candidate_id);
}
