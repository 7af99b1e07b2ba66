import { join } from "node:path";
import type { Database } from "../sqlite/database.ts";
import type { Unreadable } from "./memory-index.ts";
import { ledgerName, type Shelf, skippedMessage } from "./read-file.ts";
import { refreshFiles } from "./refresh-files.ts";
import { refreshLedger, skippedLines } from "./refresh-ledger.ts";

/** Compares the index with every file and the ledger. Gives back how much changed. Dying here leaves an index that is finished later. */
export async function refreshAll(shelf: Shelf, database: Database): Promise<number> {
  const files = await refreshFiles(shelf, database);
  const lines = await refreshLedger(shelf.disk, join(shelf.dir, ledgerName), database);
  if (!isComplete(database)) database.run("insert or replace into state (key, value) values ('complete', 1)");
  return files + lines;
}

/** True once every file was read. Before, an answer would leave out what is there. */
export function isComplete(database: Database): boolean {
  return database.get("select value from state where key = 'complete'")?.value === 1;
}

/** What was found and can't be used, by absolute path. */
export function unreadableFiles({ dir }: Shelf, database: Database): Unreadable[] {
  const rows = database.all("select path, problem from files where problem is not null order by path");
  const files = rows.map(({ path, problem }) => ({
    path: join(dir, String(path)),
    message: String(problem),
  }));
  const skipped = skippedLines(database);
  if (skipped === 0) return files;
  return [...files, { path: join(dir, ledgerName), message: skippedMessage(skipped) }];
}
