import type { Disk } from "@holdfast/schema";
import { type Database, SqliteFailure } from "../sqlite/database.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { createTables } from "./create-tables.ts";
import { asOurTrouble, type IndexFiles, logPart, sharedPart, statAll, statOf } from "./index-files.ts";

/** The database of the index while it is open, and what its files were when they were last found in order. */
export interface OpenFile {
  readonly database: Database;
  /** None when it is kept in memory. */
  files: IndexFiles | undefined;
}

/**
 * Opens the index, creating it where there is none. A file that is no database, not ours, cut off, or left without its other parts is
 * thrown as `damaged`.
 */
export async function openFile(disk: Disk, path: string): Promise<OpenFile> {
  const onDisk = path !== ":memory:";
  if (onDisk) await prepareFile(disk, path);
  const database = openDatabase(path, { busyMs: 10 });
  try {
    database.exec("pragma page_size = 1024"); // ids are hashes and land anywhere: small pages keep small what each one rewrites
    database.exec("pragma journal_mode = wal");
    database.exec("pragma wal_autocheckpoint = 8192");
    database.exec("pragma synchronous = normal"); // a power cut may take the last rows, which are then read again
    createTables(database);
    return { database, files: onDisk ? await statAll(disk, path) : undefined };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Removes the index. Only while no one else opens it: a database that is removed under another's hands may harm the one that takes its
 * place. The main file goes first; if we die here, what is left without it is known to be a remnant.
 */
export async function removeFile(disk: Disk, path: string): Promise<void> {
  if (path === ":memory:") return;
  await disk.unlink(path);
  for (const part of [logPart, sharedPart]) await disk.unlink(path + part);
}

async function prepareFile(disk: Disk, path: string): Promise<void> {
  const stat = await statOf(disk, path);
  if (stat?.kind === "folder") throw new SqliteFailure("cannot_open", `${path} is a folder`);
  if (stat !== undefined && stat.kind !== "file") throw new SqliteFailure("damaged", `it is a ${stat.kind}`);
  if (stat !== undefined) return;
  const { log, shared } = await statAll(disk, path);
  // Another process may have the old database open, and with it these: a new one must not share them.
  if (log || shared) throw new SqliteFailure("damaged", "its main file is missing");
  await asOurTrouble(disk.create(path, new Uint8Array())); // so that it has our mode from the start
}
