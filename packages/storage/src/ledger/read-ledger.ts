import { type LedgerLine, ledgerLineSchema } from "@holdfast/schema";
import { completeLines, jsonOf } from "../disk/lines.ts";

export interface LedgerRead {
  /** Lines that count, in order, with the offset in the file at which each starts. */
  readonly lines: readonly { readonly line: LedgerLine; readonly offset: number }[];
  /** Whole lines that can't be read. They stay in the file. */
  readonly skipped: number;
  /** After the last line feed: where the next reading goes on. */
  readonly end: number;
  /** True when the file ends without a line feed: an append was cut off there. */
  readonly torn: boolean;
}

/**
 * Reads ledger lines from bytes that begin at `offset` of the file. A line counts only if it ends in a line feed and
 * parses. Never throws.
 */
export function readLedger(bytes: Uint8Array, offset = 0): LedgerRead {
  const { lines: found, end } = completeLines(bytes);
  const lines = found.flatMap((at) => {
    const line = readLedgerLine(at.bytes);
    return line === undefined ? [] : [{ line, offset: offset + at.offset }];
  });
  return { lines, skipped: found.length - lines.length, end: offset + end, torn: end < bytes.length };
}

/** One line without its line feed, or undefined when it is none. */
export function readLedgerLine(bytes: Uint8Array): LedgerLine | undefined {
  return ledgerLineSchema.safeParse(jsonOf(bytes)).data;
}
