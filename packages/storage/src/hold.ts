import { join } from "node:path";
import type { Writer, WriterPurpose } from "@holdfast/schema";
import { redactDeep } from "@holdfast/schema";
import { commit } from "./commit.ts";
import { consume } from "./consume.ts";
import { deadLetterName } from "./dead-letters/dead-letter-file.ts";
import { confirmDurable, removeDurably } from "./disk/durable.ts";
import { flip } from "./flip.ts";
import { forget } from "./forget.ts";
import { prepareFolder } from "./prepare-folder.ts";
import { readWaiting } from "./read-waiting.ts";
import { appendRunLog } from "./run-log/append-run-log.ts";
import { boundRunLog } from "./run-log/bound-run-log.ts";
import { setAside } from "./set-aside.ts";
import type { StoreParts } from "./store-parts.ts";

/** The run log keeps this many runs and bytes. */
const runLogBounds = { runs: 200, bytes: 4_000_000 };

/**
 * Takes the writer's place. What an earlier writer wrote without living to sync it is synced first, so that nothing safe is ever given up for
 * something that is not.
 */
export async function hold(parts: StoreParts, purpose: WriterPurpose): Promise<Writer> {
  const { disk, paths } = parts;
  await prepareFolder(disk, paths);
  const lock = await parts.takeLock(purpose);
  try {
    await confirmDurable(disk, {
      files: [paths.ledger],
      folders: [...paths.records, paths.deadLetters, paths.staging],
    });
    await parts.index.refresh(); // whoever wrote last may have died before the index learnt of it, and people edit files
  } catch (error) {
    await lock.release();
    throw error;
  }
  let files: ReadonlyMap<string, readonly string[]> = new Map();
  const filesOf = async (ids: readonly string[]) => {
    if (ids.some((id) => !files.has(id))) files = (await readWaiting(disk, paths.staging)).files;
    return files;
  };

  /** Every change first makes sure that the place is still ours. */
  const held =
    <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await lock.stillHeld();
      return work(...args);
    };

  return {
    commit: held((outcomes) => commit(parts, outcomes)),
    consume: held(async (change) => {
      const { settled } = change;
      const changed = redactDeep(change.changed);
      const ids = [...settled.keys(), ...changed.map(({ candidate_id }) => candidate_id)];
      if (ids.length > 0) await consume(disk, paths.staging, await filesOf(ids), { settled, changed });
    }),
    setAside: held((problems, run) => setAside(parts, problems, run)),
    flip: held((recordId, status) => flip(parts, recordId, status)),
    removeDeadLetters: held(async (ids) => {
      for (const id of ids) {
        const path = join(paths.deadLetters, deadLetterName(id));
        if ((await disk.stat(path))?.kind === "file") await removeDurably(disk, path);
      }
    }),
    forget: held((request) => forget(parts, request)),
    log: held(async (line) => {
      await appendRunLog(disk, paths.runs, redactDeep(line));
      if (line.kind === "finished") await boundRunLog(disk, paths.runs, runLogBounds);
    }),
    release: () => lock.release(),
  };
}
