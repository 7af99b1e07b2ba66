import { join } from "node:path";
import { type Disk, type FileStat, isHoldfastError, type Scope } from "@holdfast/schema";
import { parseRecord } from "../records/parse-record.ts";
import type { FoundFile } from "./shelve.ts";
import { stampOf } from "./stamp.ts";

/** Where record files are read from. */
export interface Shelf {
  readonly disk: Disk;
  readonly dir: string;
  readonly scope: Scope;
}

export const ledgerName = "ledger.jsonl";

/** What to say of whole ledger lines that don't count. */
export function skippedMessage(count: number): string {
  return `${count === 1 ? "One of its lines" : `${count} of its lines`} can't be read, and does not count`;
}

/** True for the name of a record's file. What begins with a dot is being written, or is someone else's. */
export function isRecordName(name: string): boolean {
  return name.endsWith(".md") && !name.startsWith(".");
}

/** Reads the record at `path` (inside the memory folder); undefined when it is gone. `stat` was taken before. */
export async function readFile(
  { disk, dir, scope }: Shelf,
  path: string,
  stat: FileStat,
): Promise<FoundFile | undefined> {
  const stamp = stampOf(stat);
  if (stat.kind !== "file") return { path, stamp, problem: `it is a ${stat.kind}, and no file` };
  try {
    const bytes = await disk.read(join(dir, path));
    if (bytes === undefined) return undefined;
    const parsed = parseRecord(bytes, { path, scope, mtimeMs: stat.mtimeMs });
    return parsed.kind === "record"
      ? { path, stamp, record: parsed.record }
      : { path, stamp, problem: parsed.message };
  } catch (error) {
    if (!isHoldfastError(error)) throw error;
    return { path, stamp: "", problem: error.message }; // one file that can't be read costs only itself
  }
}
