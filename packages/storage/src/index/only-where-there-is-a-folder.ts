import type { Disk } from "@holdfast/schema";
import type { MemoryIndex } from "./memory-index.ts";

/** The index of a folder that may not be there yet: it then knows nothing, and asking makes no folder. */
export function onlyWhereThereIsAFolder(index: MemoryIndex, disk: Disk, dir: string): MemoryIndex {
  const ask = async <T>(question: () => Promise<T>, nothing: T): Promise<T> =>
    (await disk.stat(dir)) === undefined ? nothing : question();
  return {
    ...index,
    refresh: () => ask(() => index.refresh(), { changed: 0, rebuilt: false, unreadable: [] }),
    similar: (candidate) => ask(() => index.similar(candidate), nothingSimilar),
    settled: (ids) => ask(() => index.settled(ids), new Map()),
    rows: (filter) => ask(() => index.rows(filter), []),
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
