import type { Disk } from "@holdfast/schema";
import type { MemoryIndex } from "./memory-index.ts";

export interface FolderOf {
  readonly disk: Disk;
  /** The memory folder. */
  readonly dir: string;
  /** Called once, before the first question to a folder that is there. */
  readonly onFirst: () => Promise<void>;
}

/** The index of a folder that may not be there yet: it then knows nothing, and asking makes no folder. */
export function onlyWhereThereIsAFolder(index: MemoryIndex, { disk, dir, onFirst }: FolderOf): MemoryIndex {
  let first: Promise<void> | undefined;
  const ask = async <T>(question: () => Promise<T>, nothing: T): Promise<T> => {
    if ((await disk.stat(dir)) === undefined) return nothing;
    first ??= onFirst().catch((error: unknown) => {
      first = undefined; // what is in the way today may be gone at the next question
      throw error;
    });
    await first;
    return question();
  };
  return {
    ...index,
    refresh: () => ask(() => index.refresh(), { changed: 0, rebuilt: false, unreadable: [] }),
    similar: (candidate) => ask(() => index.similar(candidate), nothingSimilar),
    settled: (ids) => ask(() => index.settled(ids), new Map()),
    rows: (filter) => ask(() => index.rows(filter), []),
    outline: () => ask(() => index.outline(), []),
    find: (prefix) => ask(() => index.find(prefix), []),
    findLedger: (prefix) => ask(() => index.findLedger(prefix), []),
    outcomesOf: (runId) => ask(() => index.outcomesOf(runId), { records: [], lines: [] }),
    search: (query, options) => ask(() => index.search(query, options), []),
    counts: () => ask(() => index.counts(), { current: 0, superseded: 0, archived: 0, ledger: 0 }),
  };
}

const nothingSimilar = {
  records: [],
  twins: [],
  refusals: [],
  documents: 0,
  frequency: new Map<string, number>(),
};
