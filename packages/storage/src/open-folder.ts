import { isHoldfastError, type Scope, type Store, type WriterPurpose } from "@holdfast/schema";
import { realDisk } from "./disk/real-disk.ts";
import { followFolder } from "./follow-folder.ts";
import { onlyWhereThereIsAFolder } from "./index/only-where-there-is-a-folder.ts";
import { openIndex } from "./index/open-index.ts";
import { isRecordName } from "./index/read-file.ts";
import { takeWriterLock } from "./lock/take-writer-lock.ts";
import { isAlive, readWriterNote } from "./lock/writer-note.ts";
import { openStore } from "./open-store.ts";
import { storePaths } from "./store-paths.ts";

/** A memory folder, and who asks. */
export interface FolderRequest {
  readonly scope: Scope;
  /** Absolute. It need not exist. */
  readonly dir: string;
  readonly pid: number;
  readonly host: string;
  readonly now: () => Date;
}

/** The store in a folder of the real disk, with its SQLite index and the kernel's lock. Opening does nothing. */
export function openFolder({ scope, dir, pid, host, now }: FolderRequest): Store {
  const disk = realDisk();
  const paths = storePaths(dir);
  const warnings: string[] = [];
  let writing = false;

  const takeLock = async (purpose: WriterPurpose, retryMs?: number) => {
    const lock = await takeWriterLock({
      path: paths.lock,
      noteFile: paths.writerNote,
      purpose,
      pid,
      host,
      now,
      ...(retryMs !== undefined && { retryMs }),
    });
    writing = true;
    return {
      ...lock,
      release: async () => {
        writing = false;
        await lock.release();
      },
    };
  };

  /** Whoever holds the writer's place may remove the index; others take the place for that long, or leave it. */
  const exclusively = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (writing) return work();
    const lock = await placeOrNone(takeLock({ command: "rebuilding the index", run_id: "none" }, 0));
    if (lock === undefined) return undefined;
    try {
      return await work();
    } finally {
      await lock.release();
    }
  };

  const database = openIndex({
    disk,
    dir,
    scope,
    databasePath: paths.index,
    onWarning: (message) => {
      if (!warnings.includes(message)) warnings.push(message);
    },
    exclusively,
  });
  /** An index that someone deleted between two processes is rebuilt like any other, and that is told too. */
  const tellMissing = async () => {
    if (await disk.stat(paths.index)) return;
    const names = await Promise.all(paths.records.map((folder) => disk.list(folder)));
    const count = names.flat().filter(isRecordName).length;
    if (count > 0) warnings.push(`The search index was missing and has been rebuilt from ${count} files.`);
  };
  const index = onlyWhereThereIsAFolder(database, { disk, dir, onFirst: tellMissing });
  return openStore({
    scope,
    disk,
    paths,
    index,
    takeLock: (purpose) => takeLock(purpose),
    readNote: () => readWriterNote({ noteFile: paths.writerNote, host }),
    follow: (request) => followFolder(paths, request),
    isAlive,
    warnings,
  });
}

/** Whatever keeps the place from us, busy or read-only, a question must still be answered: the files can be scanned. */
async function placeOrNone<T>(taking: Promise<T>): Promise<T | undefined> {
  try {
    return await taking;
  } catch (error) {
    if (isHoldfastError(error)) return undefined;
    throw error;
  }
}
