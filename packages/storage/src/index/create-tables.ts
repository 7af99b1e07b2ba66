import { type Database, SqliteFailure } from "../sqlite/database.ts";
import { readAgain } from "./shelve.ts";

/**
 * Makes an empty database our index, or finds that it is. Anything else in it, of another version or of someone else, is thrown as
 * `damaged`.
 */
export function createTables(database: Database): void {
  if (isOurs(database)) return;
  database.transaction(() => {
    if (isOurs(database)) return; // another process was faster
    for (const statement of schema(database)) database.exec(statement);
  });
}

/** "HOLD", so that no one else's database is taken for ours. */
const applicationId = 0x484f4c44;
/** Raised whenever the tables, or what stands in them, change: an index of another version is rebuilt. */
const version = 4;

function isOurs(database: Database): boolean {
  const mark = pragma(database, "application_id");
  const found = pragma(database, "user_version");
  if (mark === applicationId && found === version) return true;
  const isEmpty = mark === 0 && found === 0 && pragma(database, "schema_version") === 0;
  if (isEmpty) return false;
  throw new SqliteFailure(
    "damaged",
    mark === applicationId ? `it has version ${found}` : "it is another database",
  );
}

function pragma(database: Database, name: string): number {
  return Number(database.get(`pragma ${name}`)?.[name] ?? 0);
}

function schema(database: Database): string[] {
  return [
    "create table state (key text primary key, value) without rowid",
    `create table files (path text primary key, stamp text not null, mark integer not null, mark_2 integer not null,
       problem text, twin_of text) without rowid`,
    // Sums of all marks, so that whether any file changed is told without a look at each row.
    "create table sums (files integer not null, mark integer not null, mark_2 integer not null)",
    "insert into sums values (0, 0, 0)",
    `create trigger file_came after insert on files begin
       update sums set files = files + 1, mark = mark + new.mark, mark_2 = mark_2 + new.mark_2; end`,
    `create trigger file_went after delete on files begin
       update sums set files = files - 1, mark = mark - old.mark, mark_2 = mark_2 - old.mark_2; end`,
    // Of the very many files these are few, and asked for whenever the files are looked at.
    `create index files_again on files (path) where stamp = '${readAgain}'`,
    "create index files_with_problems on files (path) where problem is not null",
    "create index files_twins on files (twin_of) where twin_of is not null",
    `create table records (number integer primary key, path text not null unique, id text not null unique,
       category text not null, status text not null, created_at text not null, observed_at text not null,
       summary_key text not null, json text not null)`,
    // Counting a table reads all of it, and every look for neighbours asks.
    "insert into state values ('records', 0)",
    "create trigger record_came after insert on records begin update state set value = value + 1 where key = 'records'; end",
    "create trigger record_went after delete on records begin update state set value = value - 1 where key = 'records'; end",
    "create index records_by_summary on records (summary_key)",
    "create index records_by_time on records (created_at, observed_at, id)",
    `create table supersedes (target text not null, by text not null, primary key (target, by)) without rowid`,
    "create index supersedes_by on supersedes (by)",
    `create table sources (candidate_id text not null, record_id text not null, run_id text not null,
       round integer not null, primary key (candidate_id, record_id, run_id, round)) without rowid`,
    "create index sources_by_record on sources (record_id)",
    "create index sources_by_run on sources (run_id)",
    `create table ledger (start integer primary key, candidate_id text not null, record_id text, fate text not null,
       by_person integer not null, run_id text not null, summary_key text not null, text_key text not null,
       round integer not null, json text not null)`,
    "create index ledger_by_candidate on ledger (candidate_id)",
    "create index ledger_by_record on ledger (record_id) where record_id is not null",
    "create index ledger_by_run on ledger (run_id)",
    "create index refusals_by_summary on ledger (summary_key) where by_person = 1",
    "create index refusals_by_text on ledger (text_key) where by_person = 1",
    `create virtual table words using fts5(summary, triggers, detail, tokenize="ascii"${contentless(database)})`,
    "create virtual table vocabulary using fts5vocab(words, row)",
    `pragma application_id = ${applicationId}`,
    `pragma user_version = ${version}`,
  ];
}

/** Deleting from a table that keeps no text came with SQLite 3.43; before, the text is kept twice. */
function contentless(database: Database): string {
  const [major = 0, minor = 0] = String(database.get("select sqlite_version() as v")?.v)
    .split(".")
    .map(Number);
  return major > 3 || minor >= 43 ? ", content='', contentless_delete=1" : "";
}
