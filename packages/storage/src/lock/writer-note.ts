import { closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type WriterNote, writerNoteSchema } from "@holdfast/schema";

/**
 * Who holds the writer's place, as the holder wrote it; undefined when no one says so. Believed only while its process lives on
 * `host`. Reads the note alone and never touches the lock.
 */
export function readWriterNote({
  noteFile,
  host,
}: {
  noteFile: string;
  host: string;
}): WriterNote | undefined {
  const note = readNote(noteFile);
  return note !== undefined && note.host === host && isAlive(note.pid) ? note : undefined;
}

/** Says who holds the place. Best effort: a note that can't be written costs only a name in a message. */
export function writeWriterNote(noteFile: string, note: WriterNote): void {
  try {
    rmSync(noteFile, { force: true }); // so that a link of that name is not followed
    writeFileSync(noteFile, `${JSON.stringify(note)}\n`, { flag: "wx", mode: 0o600 });
  } catch {
    // The lock is what counts; the note is a courtesy.
  }
}

/** Takes the note back, unless it is another holder's. Best effort. */
export function removeWriterNote(noteFile: string, note: WriterNote): void {
  const found = readNote(noteFile);
  if (found?.run_id !== note.run_id || found.pid !== note.pid || found.since !== note.since) return;
  try {
    rmSync(noteFile, { force: true });
  } catch {
    // It is not believed once this process is gone.
  }
}

function readNote(noteFile: string): WriterNote | undefined {
  try {
    return asNote(JSON.parse(readWithoutFollowing(noteFile)));
  } catch {
    return undefined; // Missing, half written or strange: no one says anything.
  }
}

function readWithoutFollowing(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function asNote(value: unknown): WriterNote | undefined {
  const note = writerNoteSchema.safeParse(value).data;
  return note && [note.command, note.run_id, note.host, note.since].every(isPlainText) ? note : undefined;
}

/** The note ends up in messages on a terminal, and anyone who may write in the folder can write it. */
function isPlainText(text: string): boolean {
  return text.length <= 200 && !/\p{C}/u.test(text);
}

/** Whether a process of this machine lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // another user's, and alive
  }
}
