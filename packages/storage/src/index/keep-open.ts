import { isHoldfastError } from "@holdfast/schema";
import { type Database, isSqliteFailure, SqliteFailure } from "../sqlite/database.ts";
import { type OpenFile, openFile, removeFile } from "./database-file.ts";
import { asOurTrouble, compareFiles, type FileState, sharedPart, statAll } from "./index-files.ts";
import type { IndexOptions } from "./memory-index.ts";
import { isComplete, refreshAll } from "./refresh-all.ts";

/** The database of an index, kept open and in order. For one caller at a time. */
export interface Keeper {
  /**
   * Runs `work` with a database that knows every file. A damaged one is removed and rebuilt, and `work` runs again. Gives back why when
   * no database is to be had now; throws only what is not the database's trouble.
   */
  use<T>(work: (database: Database) => Promise<T>): Promise<Used<T>>;
  /** Runs `work` once, unless the database is new and knows too little yet. Repairs nothing: throws what goes wrong. */
  once(work: (database: Database) => Promise<void>): Promise<void>;
  /** From now on it may lack something: it is compared with every file before it is used again. */
  distrust(): void;
  /** Removes the database, so that nothing of what it held is left; it is built anew at its next use, and that is no loss to tell. */
  discard(): Promise<void>;
  close(): void;
}

export type Used<T> =
  | { readonly kind: "done"; readonly value: T; readonly rebuilt: boolean; readonly changed: number }
  | { readonly kind: "unavailable"; readonly reason: string };

export function keepOpen(options: IndexOptions): Keeper {
  const kept: Kept = { open: undefined, trusted: true, loss: undefined };
  return {
    use: async (work) => {
      let changed = 0;
      for (let tries = 1; ; tries++) {
        try {
          const database = await ready(options, kept);
          changed += await complete(options, kept, database);
          const value = await work(database);
          return { kind: "done", value, changed, rebuilt: sayLoss(options, kept, database) };
        } catch (error) {
          const reason = await recover(options, kept, error, tries);
          if (reason !== undefined) return { kind: "unavailable", reason };
        }
      }
    },
    once: async (work) => {
      const database = await ready(options, kept);
      if (isComplete(database)) await work(database);
    },
    distrust: () => {
      kept.trusted = false;
    },
    discard: async () => {
      closeQuietly(kept);
      await removeFile(options.disk, options.databasePath);
    },
    close: () => closeQuietly(kept),
  };
}

interface Kept {
  open: OpenFile | undefined;
  trusted: boolean;
  /** How the database was lost, until it is rebuilt and that is said. */
  loss: "removed" | "damaged" | undefined;
}

/** The open database, when the path still names it; else what the path names now. */
async function ready(options: IndexOptions, kept: Kept): Promise<Database> {
  const state = await lookAtOpen(options, kept);
  if (state !== "same") closeQuietly(kept);
  if (state === "gone") kept.loss ??= "removed";
  if (state === "cut") throw new SqliteFailure("damaged", "it was cut off");
  kept.open ??= await openFile(options.disk, options.databasePath);
  return kept.open.database;
}

async function lookAtOpen({ disk, databasePath }: IndexOptions, { open }: Kept): Promise<FileState> {
  if (open?.files === undefined) return "same";
  const before = open.files;
  const now = await statAll(disk, databasePath);
  const state = compareFiles(before, now);
  if (state === "same") open.files = now; // shared memory may have grown
  if (state === "unmapped") {
    // Made as long as it was, it may be touched: SQLite finds it empty and makes it anew from the log.
    const missing = (before.shared?.size ?? 0) - (now.shared?.size ?? 0);
    await asOurTrouble(disk.append(databasePath + sharedPart, new Uint8Array(missing)));
  }
  return state;
}

async function complete(options: IndexOptions, kept: Kept, database: Database): Promise<number> {
  if (kept.trusted && isComplete(database)) return 0;
  const changed = await refreshAll(options, database);
  kept.trusted = true;
  return changed;
}

function sayLoss({ onWarning }: IndexOptions, kept: Kept, database: Database): boolean {
  if (kept.loss === undefined) return false;
  const count = Number(database.get("select count(*) as n from records")?.n ?? 0);
  const records = count === 1 ? "one record" : `${count} records`;
  onWarning(`The search index was ${kept.loss} and has been rebuilt from ${records}.`);
  kept.loss = undefined;
  return true;
}

const mostBusy = 20;
const mostRebuilt = 3;

/** Undefined when it is worth trying again, else why there is no database. Throws what is not the database's trouble. */
async function recover(
  options: IndexOptions,
  kept: Kept,
  error: unknown,
  tries: number,
): Promise<string | undefined> {
  if (isHoldfastError(error, "sqlite_missing")) return error.message;
  if (!isSqliteFailure(error)) throw error;
  if (error.trouble === "busy" && tries < mostBusy) return pause();
  const mayBeDamaged = error.trouble === "damaged" || error.trouble === "failed";
  if (mayBeDamaged && tries < mostRebuilt) return rebuild(options, kept, error.message);
  closeQuietly(kept);
  return `The search index can't be used (${error.message}).`;
}

async function pause(): Promise<undefined> {
  await new Promise((done) => setTimeout(done, 25));
}

async function rebuild(options: IndexOptions, kept: Kept, damage: string): Promise<string | undefined> {
  const { disk, databasePath, exclusively } = options;
  closeQuietly(kept);
  if (databasePath === ":memory:") return undefined;
  try {
    const before = await disk.stat(databasePath);
    const removed = await exclusively(async () => {
      const now = await disk.stat(databasePath);
      if (now?.ino === before?.ino) await removeFile(disk, databasePath); // else another process was faster
      return true;
    });
    if (removed === undefined)
      return `The search index is damaged (${damage}), and another writer is active.`;
  } catch (error) {
    if (!isHoldfastError(error)) throw error;
    return `The search index is damaged (${damage}) and can't be removed: ${error.message}`;
  }
  kept.loss ??= "damaged";
  return undefined;
}

/** What a driver says while it closes a broken database is of no use to anyone. */
function closeQuietly(kept: Kept): void {
  const closing = kept.open;
  kept.open = undefined;
  try {
    closing?.database.close();
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
  }
}
