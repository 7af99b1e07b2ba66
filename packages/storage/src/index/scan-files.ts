import { join } from "node:path";
import { groups, type LedgerLine } from "@holdfast/schema";
import { readLedger } from "../ledger/read-ledger.ts";
import type { Catalogue } from "./catalogue.ts";
import { listCatalogue, type Placed } from "./list-catalogue.ts";
import type { Unreadable } from "./memory-index.ts";
import { isRecordName, ledgerName, readFile, type Shelf, skippedMessage } from "./read-file.ts";
import { type FoundFile, sameIdAs } from "./shelve.ts";

/** A file that can't be used as it is. */
export interface Unusable extends Unreadable {
  /** The path of the file that has the same id, and counts. */
  readonly sameIdAs?: string;
}

/** Reads every record file and the ledger, for when there is no index to ask. The same answers, at the cost of reading everything. */
export async function scanFiles(shelf: Shelf): Promise<{ catalogue: Catalogue; unreadable: Unusable[] }> {
  const found: FoundFile[] = [];
  for (const group of groups) {
    for (const name of (await shelf.disk.list(join(shelf.dir, group))).filter(isRecordName)) {
      const path = `${group}/${name}`;
      const stat = await shelf.disk.stat(join(shelf.dir, path));
      const file = stat && (await readFile(shelf, path, stat));
      if (file) found.push(file);
    }
  }
  const { lines, skipped } = await scanLedger(shelf);
  const { records, unreadable } = firstOfEachId(found);
  const strange = skipped > 0 ? [{ path: ledgerName, message: skippedMessage(skipped) }] : [];
  return { catalogue: listCatalogue(records, lines), unreadable: [...unreadable, ...strange] };
}

async function scanLedger({ disk, dir }: Shelf): Promise<{ lines: LedgerLine[]; skipped: number }> {
  const path = join(dir, ledgerName);
  const isFile = (await disk.stat(path))?.kind === "file";
  const read = readLedger((isFile ? await disk.read(path) : undefined) ?? new Uint8Array());
  return { lines: read.lines.map(({ line }) => line), skipped: read.skipped };
}

/** Of files with one id the one whose path comes first counts. */
function firstOfEachId(found: readonly FoundFile[]): { records: Placed[]; unreadable: Unusable[] } {
  const first = new Map<string, Placed>();
  const unreadable: Unusable[] = [];
  for (const { path, record, problem } of found.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const other = record && first.get(record.id);
    if (other) unreadable.push({ path, message: sameIdAs(other.path), sameIdAs: other.path });
    else if (record) first.set(record.id, { path, record });
    else unreadable.push({ path, message: problem ?? "" });
  }
  return { records: [...first.values()], unreadable };
}
