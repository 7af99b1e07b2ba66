import { join } from "node:path";
import type { Database } from "../sqlite/database.ts";
import { readFile, type Shelf } from "./read-file.ts";
import { type FoundFile, readAgain, shelve, unshelve } from "./shelve.ts";
import { stampOf } from "./stamp.ts";
import { surveyFolders } from "./survey-folders.ts";

/**
 * Compares the index with every record file and reads those that changed. Gives back how many changed or are gone. Looks
 * at many files at once and writes few at a time, so that the event loop keeps turning.
 */
export async function refreshFiles(shelf: Shelf, database: Database): Promise<number> {
  const changed = await rereadFiles(shelf, database, await surveyFolders(shelf, database));
  const gaveWay = database.all(`select path from files where stamp = '${readAgain}'`);
  return (
    changed +
    (await rereadFiles(
      shelf,
      database,
      gaveWay.map(({ path }) => String(path)),
    ))
  );
}

/** Looks at these files, and reads those that changed. Gives back how many changed or are gone. */
export async function rereadFiles(
  shelf: Shelf,
  database: Database,
  paths: readonly string[],
): Promise<number> {
  let changed = 0;
  for (const some of blocks(paths, statsAtOnce)) {
    const marks = JSON.stringify(some);
    const known = database.all(
      "select path, stamp from files where path in (select value from json_each(?))",
      marks,
    );
    const stamps = new Map(known.map(({ path, stamp }) => [String(path), String(stamp)]));
    changed += await compare(shelf, database, some, stamps);
  }
  return changed;
}

const statsAtOnce = 256;
const writesAtOnce = 16;

/** Reads those of these files whose stamp is another than the known one. */
async function compare(
  shelf: Shelf,
  database: Database,
  paths: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<number> {
  const stats = await Promise.all(paths.map((path) => shelf.disk.stat(join(shelf.dir, path))));
  const changed = paths
    .map((path, i) => ({ path, stat: stats[i] }))
    .filter(({ path, stat }) => (stat && stampOf(stat)) !== known.get(path));
  for (const some of blocks(changed, writesAtOnce)) {
    const found = await Promise.all(
      some.map(
        async ({ path, stat }) =>
          (stat && (await readFile(shelf, path, stat))) ?? { path, gone: true as const },
      ),
    );
    await write(
      found,
      (file) => ("gone" in file ? unshelve(database, file.path) : shelve(database, file)),
      database,
    );
  }
  return changed.length;
}

async function write<T extends string | FoundFile | { path: string; gone: true }>(
  all: readonly T[],
  one: (item: T) => void,
  database: Database,
): Promise<void> {
  for (const some of blocks(all, writesAtOnce)) {
    database.transaction(() => {
      for (const item of some) one(item);
    });
    await new Promise((done) => setImmediate(done));
  }
}

function* blocks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
