import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { groupOf, type LedgerLine, type MemoryRecord } from "@holdfast/schema";
import { aCandidate, aRecord, noon } from "@holdfast/testkit";
import { realDisk } from "../src/disk/real-disk.ts";
import type { Added, IndexOptions, MemoryIndex } from "../src/index/memory-index.ts";
import { openIndex } from "../src/index/open-index.ts";
import { renderRecord } from "../src/records/render-record.ts";

/** A real memory folder, an index over it, and what the index warned of. */
export interface IndexFolder {
  readonly dir: string;
  readonly databasePath: string;
  readonly warnings: string[];
  open(over?: Partial<IndexOptions>): MemoryIndex;
  /** Writes the file of a record as a commit would, and gives what `add` takes. */
  put(record: MemoryRecord, name?: string): Added;
  remove(added: Added): void;
  appendLedger(...lines: LedgerLine[]): void;
  /** Closes every index that was opened, and removes the folder. */
  end(): Promise<void>;
}

export function indexFolder(): IndexFolder {
  const dir = mkdtempSync(join(tmpdir(), "holdfast-index-"));
  for (const group of Object.values(groupOf)) mkdirSync(join(dir, group));
  const databasePath = join(dir, "index.db");
  const warnings: string[] = [];
  const opened: MemoryIndex[] = [];
  return {
    dir,
    databasePath,
    warnings,
    open: (over = {}) => {
      const index = openIndex({
        disk: realDisk(),
        dir,
        scope: "project",
        databasePath,
        onWarning: (message) => warnings.push(message),
        exclusively: (fn) => fn(),
        ...over,
      });
      opened.push(index);
      return index;
    },
    put: (record, name = `${record.id}.md`) => {
      const path = join(dir, groupOf[record.category], name);
      writeFileSync(path, renderRecord(record));
      return { record, path };
    },
    remove: ({ path }) => rmSync(path),
    appendLedger: (...lines) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      writeFileSync(join(dir, "ledger.jsonl"), text, { flag: "a" });
    },
    end: async () => {
      for (const index of opened) await index.close();
      rmSync(dir, { recursive: true });
    },
  };
}

/** A ledger line: a duplicate, unless `over` says otherwise. */
export function aLine(over: Partial<LedgerLine> = {}, candidate = aCandidate()): LedgerLine {
  const { candidate_id } = candidate;
  const run = { session_id: "session-1", run_id: "run_1", reason: "It says the same." };
  return { candidate_id, ...run, fate: "duplicate", at: noon, candidate, ...over };
}

/** Distinct records, each with words of its own and words that all share. */
export function manyRecords(count: number, from = 0): MemoryRecord[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const summary = `Service number${n} listens on port ${10_000 + n}`;
    return aRecord({
      summary,
      detail: `Ask team${n % 50} before you change colour${n % 7} of it.`,
      category: "domain",
    });
  });
}
