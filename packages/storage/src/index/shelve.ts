import type { MemoryRecord } from "@holdfast/schema";
import { summaryKeyOf } from "../records/summary-key.ts";
import type { Database } from "../sqlite/database.ts";
import { documentOf } from "./document.ts";
import { encodeTerms } from "./encode-terms.ts";
import { type Mark, markFile, noMark } from "./mark-file.ts";
import { readStamp } from "./stamp.ts";

/** What was found at a path: a record, or something that is none, and why. */
export interface FoundFile {
  readonly path: string;
  /** What the file was when it was read; an empty stamp has it read again the next time. */
  readonly stamp: string;
  readonly record?: MemoryRecord;
  readonly problem?: string;
}

/**
 * Puts what stands in a file into the index, in place of what stood there. Of two files with one id the one whose path comes first
 * counts, and the other is told as a problem. Call it in a transaction.
 */
export function shelve(database: Database, found: FoundFile): void {
  unshelve(database, found.path);
  const { path, record } = found;
  const first = record && pathOf(database, record.id);
  if (record === undefined) putFile(database, found);
  else if (first !== undefined && first < path) putTwin(database, found, record.id, first);
  else {
    if (first !== undefined) giveWay(database, first, record.id, path);
    putFile(database, found);
    putRecord(database, path, record);
  }
}

/** The stamp of a file that gave way to another, once that one is gone. */
export const readAgain = "again";

/** Forgets what stood in a file. Files that gave way to it are read again. Call it in a transaction. */
export function unshelve(database: Database, path: string): void {
  const id = removeRecord(database, path);
  database.run("delete from files where path = ?", path);
  if (id !== undefined)
    database.run("update files set stamp = ?, twin_of = null where twin_of = ?", readAgain, id);
}

/** What to say of a second file with one id. */
export function sameIdAs(path: string): string {
  return `it has the same id as ${path}, which counts: give it another id, or remove it`;
}

function putFile(database: Database, { path, stamp, problem }: FoundFile): void {
  database.run("delete from files where path = ?", path); // replaced, it would leave the sums without a word
  database.run(
    "insert into files (path, stamp, mark, mark_2, problem, twin_of) values (?, ?, ?, ?, ?, null)",
    ...[path, stamp, ...markOf(path, stamp), problem ?? null],
  );
}

function markOf(path: string, stamp: string): Mark {
  const stat = readStamp(stamp);
  return stat === undefined ? noMark : markFile({ name: path.slice(path.indexOf("/") + 1), stat });
}

function pathOf(database: Database, id: string): string | undefined {
  const path = database.get("select path from records where id = ?", id)?.path;
  return path === undefined ? undefined : String(path);
}

function giveWay(database: Database, path: string, id: string, first: string): void {
  const stamp = String(database.get("select stamp from files where path = ?", path)?.stamp ?? "");
  removeRecord(database, path);
  putTwin(database, { path, stamp }, id, first);
}

function putTwin(database: Database, file: { path: string; stamp: string }, id: string, first: string): void {
  putFile(database, { ...file, problem: sameIdAs(first) });
  database.run("update files set twin_of = ? where path = ?", id, file.path);
}

function putRecord(database: Database, path: string, record: MemoryRecord): void {
  const { id, category, status, created_at, observed_at } = record;
  database.run(
    `insert into records (path, id, category, status, created_at, observed_at, summary_key, json)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[path, id, category, status, created_at, observed_at, summaryKeyOf(record), JSON.stringify(record)],
  );
  for (const target of record.supersedes.filter((one) => one !== id)) {
    database.run("insert or ignore into supersedes (target, by) values (?, ?)", target, id);
  }
  for (const { candidate_id, run_id, round = 0 } of record.sources) {
    database.run("insert or ignore into sources values (?, ?, ?, ?)", candidate_id, id, run_id, round);
  }
  const { summary: heading, triggers, detail } = documentOf(record);
  database.run(
    "insert into words (rowid, summary, triggers, detail) values ((select number from records where id = ?), ?, ?, ?)",
    ...[id, encodeTerms(heading), encodeTerms(triggers), encodeTerms(detail)],
  );
}

/** The id of the record that stood there. */
function removeRecord(database: Database, path: string): string | undefined {
  const row = database.get("select number, id from records where path = ?", path);
  if (row === undefined) return undefined;
  const id = String(row.id);
  database.run("delete from words where rowid = ?", row.number ?? null);
  database.run("delete from records where path = ?", path);
  database.run("delete from supersedes where by = ?", id);
  database.run("delete from sources where record_id = ?", id);
  return id;
}
