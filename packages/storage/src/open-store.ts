import { relative } from "node:path";
import { type Reading, redactDeep, type Store, type TurnRead } from "@holdfast/schema";
import { appendDurably, isTempName } from "./disk/durable.ts";
import { closingOf } from "./disk/lines.ts";
import { isEarlierLetterName } from "./earlier-system.ts";
import { hold } from "./hold.ts";
import { inspect } from "./inspect/inspect.ts";
import { prepareFolder } from "./prepare-folder.ts";
import { readDeadLetters } from "./read-dead-letters.ts";
import { readRuns } from "./read-runs.ts";
import { readWaiting } from "./read-waiting.ts";
import { stageSave } from "./stage-save.ts";
import type { StoreParts } from "./store-parts.ts";
import { appendTurns, turnsReader } from "./turns/turns.ts";

/** A store over its parts. Opening does nothing. */
export function openStore(parts: StoreParts): Store {
  const { scope, disk, paths, index, warnings } = parts;
  const warn = (message: string) => {
    if (!warnings.includes(message)) warnings.push(message);
  };
  const turns = turnsReader(disk, paths.turns);
  const remember = async (lines: readonly (TurnRead | Reading)[]) => {
    if (lines.length === 0) return;
    await prepareFolder(disk, paths);
    await appendTurns(disk, paths.turns, redactDeep(lines));
  };
  return {
    scope,
    dir: paths.dir,
    stage: (save, options) => stageSave(parts, save, options),
    staged: async () => {
      const { candidates, problems } = await readWaiting(disk, paths.staging);
      return { candidates, problems };
    },
    deadLetters: async () => {
      const read = await readDeadLetters(disk, paths.deadLetters);
      for (const { kind, message } of read.problems) if (kind !== "earlier") warn(message); // `doctor` tells of those
      return read;
    },
    similar: (candidate) => index.similar(candidate),
    settled: (ids) => index.settled(ids),
    records: (filter) => index.rows(filter),
    outline: () => index.outline(),
    findRecords: (prefix) => index.find(prefix),
    search: (query, options) => index.search(query, options),
    findLedger: (prefix) => index.findLedger(prefix),
    runs: (limit) => readRuns(disk, index, paths.runs, { limit, active: parts.readNote()?.run_id }),
    turnsRead: async (keys) => {
      const { read } = await turns();
      return new Set(keys.filter((key) => read.has(key)));
    },
    readingsBegun: async () => (await turns()).begun,
    beginReading: (reading) => remember([reading]),
    markRead: (read) => remember(read),
    checkWritable: async () => {
      await prepareFolder(disk, paths);
      const empty = (await closingOf(disk, paths.turns)) || "\n"; // says nothing
      await appendDurably(disk, paths.turns, new TextEncoder().encode(empty));
    },
    glance: async () => {
      const count = async (folder: string, ending: string) =>
        (await disk.list(folder)).filter(
          (name) => name.endsWith(ending) && !isTempName(name) && !isEarlierLetterName(name),
        ).length;
      const perFolder = await Promise.all(paths.records.map((folder) => count(folder, ".md")));
      return {
        exists: (await disk.stat(paths.dir)) !== undefined,
        records: perFolder.reduce((sum, one) => sum + one, 0),
        staged_files: await count(paths.staging, ".json"),
        dead_letters: await count(paths.deadLetters, ".json"),
      };
    },
    follow: (request) => parts.follow(request),
    writerNow: async () => parts.readNote(),
    refresh: async () => {
      if ((await disk.stat(paths.dir)) === undefined) return;
      const { unreadable } = await index.refresh();
      for (const { path, message } of unreadable) warn(named(relative(paths.dir, path), message));
    },
    takeWarnings: () => warnings.splice(0),
    inspect: (options) => inspect(parts, options),
    hold: (purpose) => hold(parts, purpose),
    close: () => index.close(),
  };
}

/** Every warning names its file. */
function named(path: string, message: string): string {
  return message.includes(path) ? message : `${path}: ${message}`;
}
