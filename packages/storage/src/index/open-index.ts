import { isAbsolute, join, relative, sep } from "node:path";
import { isHoldfastError } from "@holdfast/schema";
import { type Database, isSqliteFailure } from "../sqlite/database.ts";
import type { Answer } from "./answer.ts";
import type { Catalogue } from "./catalogue.ts";
import { findSettled } from "./find-settled.ts";
import { findSimilar } from "./find-similar.ts";
import { keepOpen } from "./keep-open.ts";
import { makeRows } from "./make-rows.ts";
import type { Added, Freshness, IndexOptions, MemoryIndex } from "./memory-index.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { ledgerName, type Shelf } from "./read-file.ts";
import { refreshAll, unreadableFiles } from "./refresh-all.ts";
import { rereadFiles } from "./refresh-files.ts";
import { refreshLedger } from "./refresh-ledger.ts";
import { scanFiles } from "./scan-files.ts";
import { searchRecords } from "./search-records.ts";
import { shelve, unshelve } from "./shelve.ts";
import { sqliteCatalogue } from "./sqlite-catalogue.ts";
import { stampOf } from "./stamp.ts";

/** The index of a memory folder. Opens nothing until it is asked. */
export function openIndex(options: IndexOptions): MemoryIndex {
  const { dir, onWarning } = options;
  const inTurn = oneAtATime();
  const keeper = keepOpen(options);
  const warnOnce = once(onWarning);

  const ask = <T>(question: (catalogue: Catalogue) => Answer<T>): Promise<T> =>
    inTurn(async () => {
      const used = await keeper.use((database) => answer(options, database, question));
      if (used.kind === "done") return used.value;
      warnOnce(`${used.reason} Answers are read from the files instead, which takes longer.`);
      return question((await scanFiles(options)).catalogue).value;
    });

  const refresh = (): Promise<Freshness> =>
    inTurn(async () => {
      const used = await keeper.use(async (database) => {
        const changed = await refreshAll(options, database);
        return { changed, unreadable: unreadableFiles(options, database) };
      });
      if (used.kind === "unavailable") {
        keeper.distrust(); // it is compared with every file once it can be used
        warnOnce(`${used.reason} Answers are read from the files instead, which takes longer.`);
        return { changed: 0, rebuilt: false, unreadable: (await scanFiles(options)).unreadable };
      }
      const { changed, unreadable } = used.value;
      return { changed: changed + used.changed, rebuilt: used.rebuilt, unreadable };
    });

  return {
    refresh,
    add: (records, lines) =>
      inTurn(async () => {
        try {
          await keeper.once((database) => learn(options, database, records, lines.length > 0));
        } catch (error) {
          if (!isSqliteFailure(error) && !isHoldfastError(error)) throw error;
          keeper.distrust();
          warnOnce(
            `The search index did not learn of what was just saved (${error.message}). It catches up at its next use.`,
          );
        }
      }),
    similar: (candidate) => ask((catalogue) => findSimilar(catalogue, candidate)),
    settled: (ids) => ask((catalogue) => findSettled(catalogue, ids)),
    rows: (filter = {}) => ask((catalogue) => makeRows(catalogue, dir, catalogue.newest(filter))),
    outline: () =>
      ask((catalogue) => ({
        value: catalogue.outline().map((row) => ({ ...row, scope: options.scope })),
        paths: [],
      })),
    find: (prefix) => ask((catalogue) => makeRows(catalogue, dir, catalogue.startingWith(prefix))),
    findLedger: (prefix) => ask((catalogue) => ({ value: catalogue.linesStartingWith(prefix), paths: [] })),
    outcomesOf: (runId) =>
      ask((catalogue) => {
        const { value, paths } = makeRows(catalogue, dir, catalogue.foundedBy(runId));
        return { value: { records: value, lines: catalogue.linesOf(runId) }, paths };
      }),
    search: (query, wanted) => ask((catalogue) => searchRecords(catalogue, dir, query, wanted)),
    counts: () => ask((catalogue) => ({ value: catalogue.counts(), paths: [] })),
    rebuild: async () => {
      await inTurn(() => keeper.discard());
      await refresh();
    },
    close: () => inTurn(async () => keeper.close()),
  };
}

/** Asks again while the files that the answer rests on turn out to have changed; edits that fast are rare, and end. */
async function answer<T>(
  shelf: Shelf,
  database: Database,
  question: (catalogue: Catalogue) => Answer<T>,
): Promise<T> {
  const catalogue = sqliteCatalogue(database);
  await refreshLedger(shelf.disk, join(shelf.dir, ledgerName), database);
  for (let rounds = 1; ; rounds++) {
    const { value, paths } = question(catalogue);
    const changed = await rereadFiles(shelf, database, paths);
    if (changed === 0 || rounds === mostRounds) return value;
  }
}

const mostRounds = 4;

async function learn(
  shelf: Shelf,
  database: Database,
  records: readonly Added[],
  ledgerGrew: boolean,
): Promise<void> {
  const files = await Promise.all(
    records.map(async ({ record, path, stat }) => {
      const inside = insidePath(shelf.dir, path);
      const found = stat ?? (await shelf.disk.stat(join(shelf.dir, inside)));
      return { path: inside, record, stamp: found && stampOf(found) };
    }),
  );
  database.transaction(() => {
    for (const { path, record, stamp } of files) {
      if (stamp === undefined) unshelve(database, path);
      else shelve(database, { path, record, stamp });
    }
  });
  // From the file, not from what was handed over: so the next reading goes on where this one ended.
  if (ledgerGrew) await refreshLedger(shelf.disk, join(shelf.dir, ledgerName), database);
}

function insidePath(dir: string, path: string): string {
  return isAbsolute(path) ? relative(dir, path).split(sep).join("/") : path;
}

function once(onWarning: (message: string) => void): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    onWarning(message);
  };
}
