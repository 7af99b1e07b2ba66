import { forgottenOf, type LedgerLine } from "@holdfast/schema";
import { isCutOff, jsonLine } from "../disk/lines.ts";
import { readLedgerLine } from "./read-ledger.ts";

/**
 * The ledger without the texts of the lines that match: of their candidates ids and keys stay, and their reasons go, which
 * may quote them. Every other line that is whole stays byte for byte, also one that can't be read. What was cut off never counted and
 * may hold the same text: it goes. Undefined when there is nothing to erase; erasing again finds nothing.
 */
export function eraseFromLedger(
  bytes: Uint8Array,
  match: (line: LedgerLine) => boolean,
): Uint8Array | undefined {
  const before = wholeLines(bytes);
  const after = before.map((line) => erased(line, match) ?? line);
  const length = after.reduce((sum, line) => sum + line.length, 0);
  const changed = length !== bytes.length || after.some((line, i) => line !== before[i]);
  return changed ? new Uint8Array(Buffer.concat(after)) : undefined;
}

const lineFeed = 0x0a;

/** Lines with their line feeds, without those that were cut off. */
function wholeLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let feed = bytes.indexOf(lineFeed); feed >= 0; feed = bytes.indexOf(lineFeed, start)) {
    if (!isCutOff(bytes.subarray(start, feed))) lines.push(bytes.subarray(start, feed + 1));
    start = feed + 1;
  }
  return lines;
}

function erased(bytes: Uint8Array, match: (line: LedgerLine) => boolean): Uint8Array | undefined {
  const line = readLedgerLine(bytes.subarray(0, -1));
  if (line === undefined || "forgotten" in line.candidate || !match(line)) return undefined;
  const empty: LedgerLine = {
    ...line,
    reason: "The text was forgotten.",
    candidate: forgottenOf(line.candidate),
  };
  return new TextEncoder().encode(jsonLine(empty));
}
