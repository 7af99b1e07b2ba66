import { type Disk, type FileStat, isHoldfastError } from "@holdfast/schema";
import { SqliteFailure } from "../sqlite/database.ts";

/** What SQLite adds to the path of a database: its log, and the map of the log that every process shares in memory. */
export const logPart = "-wal";
export const sharedPart = "-shm";

/** The files of the index. Looked at and never opened: closing one again would drop the locks of this process on it. */
export interface IndexFiles {
  readonly main: FileStat | undefined;
  readonly log: FileStat | undefined;
  readonly shared: FileStat | undefined;
}

export async function statAll(disk: Disk, path: string): Promise<IndexFiles> {
  const parts = ["", logPart, sharedPart].map((part) => statOf(disk, path + part));
  const [main, log, shared] = await Promise.all(parts);
  return { main, log, shared };
}

export function statOf(disk: Disk, path: string): Promise<FileStat | undefined> {
  return asOurTrouble(disk.stat(path));
}

/** A folder that can't be written, or a disk that is full, is a trouble of the index alone: the files may be fine. */
export async function asOurTrouble<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isHoldfastError(error)) throw error;
    throw new SqliteFailure("cannot_open", error.message, error);
  }
}

/**
 * How an index is doing since it was opened. `touched`: opening it again is cheap, and shows what it is now. `moved`: a path names another
 * file. `cut`: it is shorter than it ever becomes by itself, or no whole number of pages. `unmapped`: shared memory is shorter than what
 * is mapped of it, so that touching the database would kill the process.
 */
export type FileState = "same" | "touched" | "moved" | "gone" | "cut" | "unmapped";

export function compareFiles(before: IndexFiles, now: IndexFiles): FileState {
  const { main, log, shared } = now;
  if (isShorter(before.shared, shared)) return "unmapped";
  if (main === undefined) return "gone";
  if (
    ![main.ino === before.main?.ino, log?.ino === before.log?.ino, shared?.ino === before.shared?.ino].every(
      Boolean,
    )
  ) {
    return "moved";
  }
  if (main.size === before.main?.size && main.mtimeMs === before.main.mtimeMs) return "same";
  return isShorter(before.main, main) || main.size % smallestPage !== 0 ? "cut" : "touched";
}

/** True when it is the same file, and lost its end. */
function isShorter(before: FileStat | undefined, now: FileStat | undefined): boolean {
  return before !== undefined && now?.ino === before.ino && now.size < before.size;
}

const smallestPage = 512;
