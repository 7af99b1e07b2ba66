import { HoldfastError, type WriterNote, type WriterPurpose } from "@holdfast/schema";
import { type Database, isSqliteFailure } from "../sqlite/database.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { asLockFailure, busy } from "./lock-failure.ts";
import { identityOf, prepareLockFile } from "./lock-file.ts";
import { readWriterNote, removeWriterNote, writeWriterNote } from "./writer-note.ts";
import { writersHere } from "./writers-here.ts";

export interface LockRequest {
  /** The lock file. Its folder is there. */
  readonly path: string;
  /** Where the holder says who it is. */
  readonly noteFile: string;
  readonly purpose: WriterPurpose;
  readonly pid: number;
  readonly host: string;
  readonly now: () => Date;
  /** How long a held lock is tried for; 500 ms when not given. */
  readonly retryMs?: number;
}

/** The writer's place, held. */
export interface WriterLock {
  /** Throws `store_changed` when the path no longer names the file that is held: then someone else may hold the place. */
  stillHeld(): Promise<void>;
  /** Gives the place back. Releasing twice is allowed. */
  release(): Promise<void>;
}

/**
 * Takes the writer's place: an empty SQLite file, held by a transaction that never writes. The kernel gives it back when the
 * process dies, so there is no stale lock to judge. A held lock is tried every 25 ms without blocking the event loop, and
 * then throws `writer_busy`, which says who holds it. Throws `store_read_only` where nothing can be written,
 * `lock_unreadable` when something else has the name, `sqlite_missing` without a driver. Whatever it throws, no
 * lock and no registration is left.
 *
 * Excluded are other processes, and every other holder in this thread, whichever copy of this library or of SQLite it
 * uses. Another worker thread is excluded as long as it uses the same driver, which is the rule: a driver is
 * loaded once per process, and knows what its other connections hold.
 */
export async function takeWriterLock(request: LockRequest): Promise<WriterLock> {
  const { retryMs = 500 } = request;
  for (let waited = 0; ; waited += betweenTries) {
    const outcome = tryOnce(request);
    if (outcome.kind === "held") return lockOf(request, outcome);
    if (waited >= retryMs) throw busy(outcome.holder ?? readWriterNote(request), request.pid);
    await new Promise((done) => setTimeout(done, betweenTries));
  }
}

const betweenTries = 25;

interface Held {
  readonly kind: "held";
  readonly identity: string;
  readonly database: Database;
  readonly note: WriterNote;
}
type Outcome = Held | { readonly kind: "busy"; readonly holder?: WriterNote };

/** One try, without a pause in which anyone else in this thread could open the file. */
function tryOnce(request: LockRequest): Outcome {
  const { path, purpose, pid, host, now } = request;
  prepareLockFile(path);
  const identity = identityOf(path);
  if (identity === undefined) return { kind: "busy" }; // removed just now: the next try creates it
  const writers = writersHere();
  const holder = writers.get(identity)?.note;
  if (holder) return { kind: "busy", holder };

  const note: WriterNote = { ...purpose, pid, host, since: now().toISOString() };
  // Before SQLite opens the file: opening and closing it once more would drop the locks that this process holds on it.
  writers.set(identity, { note });
  const database = openHeld(
    path,
    () => identityOf(path) === identity,
    () => writers.delete(identity),
  );
  if (database === undefined) return { kind: "busy" };
  writers.set(identity, { note, database });
  return { kind: "held", identity, database, note };
}

/** The database with its exclusive transaction, or undefined when it is busy. Only on success `giveUp` is not called. */
function openHeld(path: string, isSameFile: () => boolean, giveUp: () => void): Database | undefined {
  let database: Database | undefined;
  let held = false;
  try {
    database = openDatabase(path, { busyMs: 0 });
    holdExclusively(database);
    held = isSameFile();
    return held ? database : undefined;
  } catch (error) {
    if (isSqliteFailure(error, "busy")) return undefined;
    throw asLockFailure(error, path);
  } finally {
    if (!held) {
      database?.close();
      giveUp();
    }
  }
}

/** The write proves that the transaction is a writing one: on a read-only file SQLite would quietly begin another. */
function holdExclusively(database: Database): void {
  database.exec("pragma journal_mode = memory");
  database.exec("begin exclusive");
  database.exec("pragma user_version = 1"); // never committed: the file stays empty
}

function lockOf(request: LockRequest, { identity, database, note }: Held): WriterLock {
  writeWriterNote(request.noteFile, note);
  let held = true;
  return {
    stillHeld: async () => {
      if (held && identityOf(request.path) === identity) return;
      throw new HoldfastError(
        "store_changed",
        `The lock of this run was taken away: ${request.path} is no longer the file it holds.`,
        {
          hint: "Nothing more was written, and what is staged stays staged. Run it again.",
        },
      );
    },
    release: async () => {
      if (!held) return;
      held = false;
      removeWriterNote(request.noteFile, note);
      database.close(); // rolls back; the kernel frees the lock
      writersHere().delete(identity);
    },
  };
}
