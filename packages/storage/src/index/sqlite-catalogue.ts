import type { Category, LedgerLine, MemoryRecord, RecordFilter, Standing } from "@holdfast/schema";
import type { Database, SqlRow } from "../sqlite/database.ts";
import {
  type Catalogue,
  type Matching,
  type Outlined,
  type SettledAt,
  type Shelved,
  weights,
} from "./catalogue.ts";
import { anyOf, decodeTerm, encodeTerm } from "./encode-terms.ts";
import { readJson } from "./read-json.ts";

/** The catalogue that stands in the index. */
export function sqliteCatalogue(database: Database): Catalogue {
  const shelved = (where: string, ...params: readonly (string | number)[]): Shelved[] =>
    database
      .all(`select r.path, r.json, ${standing} as standing from records r ${where}`, ...params)
      .map(asShelved);
  const lines = (where: string, ...params: readonly string[]): LedgerLine[] =>
    database
      .all(`select json from ledger where ${where} order by start`, ...params)
      .map(({ json }) => readJson<LedgerLine>(json));

  return {
    documents: () => numberOf(database.get("select value as n from state where key = 'records'")),
    frequency: (terms) => frequency(database, terms),
    termsStartingWith: (beginning, most) =>
      database
        .all(
          "select term from vocabulary where term >= ? and term < ? order by doc desc, term limit ?",
          ...[...startsWith(encodeTerm(beginning)), most],
        )
        .map(({ term }) => decodeTerm(String(term))),
    matching: (request) => matching(database, request).map(asShelved),
    withSummary: (key) => shelved("where summary_key = ? order by id", key),
    byIds: (ids) => shelved(`where id in ${listed}`, JSON.stringify(ids)),
    startingWith: (prefix) => shelved("where id >= ? and id < ? order by id", ...startsWith(prefix)),
    newest: (filter) => newest(shelved, filter),
    outline: () => outline(database),
    foundedBy: (runId) =>
      shelved("where id in (select record_id from sources where run_id = ?) order by created_at, id", runId),
    supersededBy: (ids) => supersededBy(database, ids),
    settledAt: (ids) => settledAt(database, ids),
    duplicatesOf: (ids) => lines(`fate = 'duplicate' and record_id in ${listed}`, JSON.stringify(ids)),
    refusals: ({ summary_key, text_key }) =>
      lines("by_person = 1 and (summary_key = ? or text_key = ?)", summary_key, text_key),
    linesStartingWith: (prefix) => lines("candidate_id >= ? and candidate_id < ?", ...startsWith(prefix)),
    linesOf: (runId) => lines("run_id = ?", runId),
    counts: () => {
      const of = (status: Standing) =>
        numberOf(database.get(`select count(*) as n from records r where ${standing} = ?`, status));
      const ledger = numberOf(database.get("select count(*) as n from ledger"));
      return { current: of("current"), superseded: of("superseded"), archived: of("archived"), ledger };
    },
  };
}

const listed = "(select value from json_each(?))";
const superseded = `exists (select 1 from supersedes s join records b on b.id = s.by
  where s.target = r.id and b.status <> 'archived')`;
const standing = `case when r.status = 'archived' then 'archived' when ${superseded} then 'superseded' else 'current' end`;

function asShelved({ path, json, standing }: SqlRow): Shelved {
  return { path: String(path), record: readJson<MemoryRecord>(json), standing: standing as Standing };
}

function numberOf(row: SqlRow | undefined): number {
  return Number(row?.n ?? 0);
}

/** Bounds of the texts that start with a prefix, in byte order. */
function startsWith(prefix: string): [string, string] {
  return [prefix, `${prefix}\u{10ffff}`];
}

function frequency(database: Database, terms: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const term of new Set(terms)) {
    const row = database.get("select doc as n from vocabulary where term = ?", encodeTerm(term));
    if (row) found.set(term, numberOf(row));
  }
  return found;
}

/** The best are found by number first, so that no text is read but theirs. */
function matching(database: Database, { terms, limit, categories }: Matching): SqlRow[] {
  if (terms.length === 0) return [];
  const only = categories === undefined ? "" : `and r.category in ${listed}`;
  return database.all(
    `select r.path, r.json, 'current' as standing from (
       select r.number, bm25(words, ${weights.summary}.0, ${weights.triggers}.0, ${weights.detail}.0) as score
       from words join records r on r.number = words.rowid
       where words match ? and r.status = 'active' and not ${superseded} ${only}
       order by score, r.id limit ?) best
     join records r on r.number = best.number order by best.score, r.id`,
    ...[anyOf(terms), ...(categories === undefined ? [] : [JSON.stringify(categories)]), limit],
  );
}

type Select = (where: string, ...params: readonly (string | number)[]) => Shelved[];

function newest(shelved: Select, { status, category, ids, limit = -1 }: RecordFilter): Shelved[] {
  const wanted: readonly [string, string | undefined][] = [
    [`${standing} = ?`, status],
    ["category = ?", category],
    [`id in ${listed}`, ids && JSON.stringify(ids)],
  ];
  const given = wanted.filter((condition): condition is [string, string] => condition[1] !== undefined);
  const where = given.length === 0 ? "" : `where ${given.map(([sql]) => sql).join(" and ")}`;
  const order = "order by created_at desc, observed_at desc, id desc limit ?";
  return shelved(`${where} ${order}`, ...given.map(([, value]) => value), limit);
}

/** The texts stand in the same rows, and are passed over: what is asked for stands before them. */
function outline(database: Database): Outlined[] {
  return database
    .all(
      `select r.id, r.category, r.created_at, ${standing} as standing from records r
       order by r.created_at desc, r.observed_at desc, r.id desc`,
    )
    .map(({ id, category, created_at, standing }) => ({
      id: String(id),
      category: category as Category,
      created_at: String(created_at),
      status: standing as Standing,
    }));
}

function supersededBy(database: Database, ids: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const rows = database.all(
    `select s.target, s.by from supersedes s join records b on b.id = s.by
     where b.status <> 'archived' and s.target in ${listed} order by s.by`,
    JSON.stringify(ids),
  );
  for (const { target, by } of rows)
    found.set(String(target), [...(found.get(String(target)) ?? []), String(by)]);
  return found;
}

function settledAt(database: Database, candidateIds: readonly string[]): SettledAt[] {
  const ids = JSON.stringify(candidateIds);
  const founders = database.all(
    `select s.candidate_id, s.record_id, s.round, r.path from sources s join records r on r.id = s.record_id
     where s.candidate_id in ${listed}`,
    ids,
  );
  const lines = database.all(
    `select candidate_id, record_id, round from ledger where candidate_id in ${listed}`,
    ids,
  );
  return [...founders, ...lines].map(({ candidate_id, record_id, round, path }) => ({
    candidate_id: String(candidate_id),
    round: Number(round),
    ...(record_id === null ? {} : { record_id: String(record_id) }),
    ...(path === undefined ? {} : { path: String(path) }),
  }));
}
