import type { WriterNote } from "@holdfast/schema";

/** A lock that someone in this thread holds. The database is kept here, so that no lock is lost to garbage collection. */
export interface WriterHere {
  readonly note: WriterNote;
  readonly database?: object;
}

/**
 * The locks held in this thread, by device and inode. POSIX locks do not exclude a second copy of SQLite in one process, and
 * are lost when the process opens and closes the file by other means; so every copy of this library looks here first.
 * The symbol and the shape are a contract between versions.
 */
export function writersHere(): Map<string, WriterHere> {
  const place = globalThis as { [writers]?: Map<string, WriterHere> };
  place[writers] ??= new Map();
  return place[writers];
}

const writers = Symbol.for("holdfast.writers");
