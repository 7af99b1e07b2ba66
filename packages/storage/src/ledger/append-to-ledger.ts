import type { Disk, LedgerLine } from "@holdfast/schema";
import { appendLinesDurably } from "../disk/append-lines.ts";

/**
 * Appends lines to the ledger, durable when it returns. A line that an earlier append left cut off is closed first, so that it never
 * counts. A failure or a death on the way may leave some of the lines: each is whole or does not count.
 */
export async function appendToLedger(disk: Disk, path: string, lines: readonly LedgerLine[]): Promise<void> {
  await appendLinesDurably(disk, path, lines);
}
