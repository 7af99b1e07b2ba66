import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FollowRequest, StorePart } from "@holdfast/schema";
import { isTempName } from "./disk/durable.ts";
import type { StorePaths } from "./store-paths.ts";

/** Changes that come within this time are told at once. */
const gatherMs = 100;
/** Where the system tells nothing (a folder that is not there yet, a network disk), this finds out. */
const lookMs = 700;

/**
 * Follows a memory folder: the system tells of changes in its folders, and more than once a second the sizes and times of a few files and folders are
 * compared. Only folders are watched, never a file, and the lock is not even looked at: closing any descriptor of it would give the writer's
 * place away.
 */
export function followFolder(paths: StorePaths, { signal, onChange }: FollowRequest): void {
  if (signal.aborted) return;
  const places = placesOf(paths);
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<StorePart>();
  /** What the system told since the last look, which need not tell it again. */
  const heard = new Set<Place>();
  let marks: ReadonlyMap<string, string | undefined> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let looking = false;

  const tell = () => {
    gathering = undefined;
    const parts = new Set(changed);
    changed.clear();
    if (!signal.aborted && parts.size > 0) onChange(parts);
  };
  const note = ({ part }: Place) => {
    if (part === undefined || signal.aborted) return;
    changed.add(part);
    gathering ??= setTimeout(tell, gatherMs);
  };
  const hear = (folder: Place, name: string | null) => {
    const place = placeIn(places, folder, name);
    if (place === undefined) return;
    heard.add(place);
    note(place);
  };
  const unwatch = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const watchOver = (folder: Place) => {
    const { path } = folder;
    if (watchers.has(path)) return;
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => hear(folder, name));
      watcher.on("error", () => unwatch(path)); // gone, or no more watches to be had: looking goes on
      watchers.set(path, watcher);
    } catch {
      // Not there yet, or the system watches nothing: looking finds out.
    }
  };
  const look = async () => {
    if (looking) return;
    looking = true;
    const now = new Map(
      await Promise.all(places.map(async ({ path }) => [path, await markOf(path)] as const)),
    );
    looking = false;
    if (signal.aborted) return;
    for (const place of places) {
      const { path, isFolder } = place;
      const mark = now.get(path);
      if (marks !== undefined && marks.get(path) !== mark) {
        if (!heard.has(place)) note(place);
        if (isFolder && inodeIn(marks.get(path)) !== inodeIn(mark)) unwatch(path); // another folder has the name
      }
      if (isFolder && mark !== undefined) watchOver(place);
    }
    heard.clear();
    marks = now;
  };

  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  void look();
  signal.addEventListener(
    "abort",
    () => {
      clearInterval(timer);
      clearTimeout(gathering);
      for (const folder of [...watchers.keys()]) unwatch(folder);
    },
    { once: true },
  );
}

interface Place {
  readonly path: string;
  /** What has changed when it has; nothing for the memory folder itself, in which the index comes and goes. */
  readonly part?: StorePart;
  readonly isFolder: boolean;
}

function placesOf(paths: StorePaths): Place[] {
  return [
    { path: paths.dir, isFolder: true },
    ...paths.records.map((path): Place => ({ path, part: "records", isFolder: true })),
    { path: paths.staging, part: "staging", isFolder: true },
    { path: paths.deadLetters, part: "dead_letters", isFolder: true },
    { path: paths.ledger, part: "ledger", isFolder: false },
    { path: paths.runs, part: "runs", isFolder: false },
    { path: paths.writerNote, part: "writer", isFolder: false },
  ];
}

/** What an event in a watched folder is about; of the memory folder itself only the files that are looked at matter. */
function placeIn(places: readonly Place[], folder: Place, name: string | null): Place | undefined {
  if (name !== null && isTempName(name)) return undefined;
  if (folder.part !== undefined) return folder;
  return places.find(({ path, isFolder }) => !isFolder && path === join(folder.path, name ?? ""));
}

/** Inode, size and time: another mark, another content, as far as can be told without reading. */
async function markOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined; // not there, or not for us to see: that it is so is the mark
  }
}

function inodeIn(mark: string | undefined): string | undefined {
  return mark?.split(" ")[0];
}
