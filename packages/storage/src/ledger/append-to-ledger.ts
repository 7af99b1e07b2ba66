import type { Disk, LedgerLine } from "@holdfast/schema";
import { appendLinesDurably } from "../disk/append-lines.ts";

/**
 * Appends lines to the ledger, durable when it returns. A line that an earlier append left cut off is closed first, so that it never
 * counts. When it fails, what it appended is taken back: a system may forget bytes that it could not sync and still show them, and then
 * the next run would give up a candidate for a line that a power cut takes away. A death on the way may leave some of the lines: each is
 * whole or does not count.
 */
export async function appendToLedger(disk: Disk, path: string, lines: readonly LedgerLine[]): Promise<void> {
  const before = (await disk.stat(path))?.size;
  try {
    await appendLinesDurably(disk, path, lines);
  } catch (error) {
    await takeBack(disk, path, before ?? 0);
    throw error;
  }
}

async function takeBack(disk: Disk, path: string, length: number): Promise<void> {
  try {
    if (((await disk.stat(path))?.size ?? 0) > length) await disk.truncate(path, length);
  } catch {
    // The failure that brought us here is the one to tell.
  }
}
