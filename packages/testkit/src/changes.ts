import type { Disk } from "@holdfast/schema";

/** The steps of the port that change something: between two of them a process can die. */
export const changeNames = [
  "create",
  "append",
  "truncate",
  "sync",
  "syncFolder",
  "link",
  "rename",
  "unlink",
  "makeFolder",
  "makePrivate",
] as const;
export type ChangeName = (typeof changeNames)[number];

/** One changing step. `to` is the second path of `link` and `rename`. */
export interface Change {
  readonly name: ChangeName;
  readonly path: string;
  readonly to?: string;
}

/**
 * A changing step that is about to be taken: do it with `whole`, or do only the first half of its bytes with `half`, which is
 * undefined for steps that a disk does at once or not at all.
 */
export interface Step {
  readonly change: Change;
  whole(): Promise<unknown>;
  readonly half: (() => Promise<unknown>) | undefined;
}

/** `disk` with every changing step put into the hands of `take`, and every reading one behind `look`. */
export function stepByStep(
  disk: Disk,
  take: (step: Step) => Promise<unknown>,
  look: () => void = () => undefined,
): Disk {
  const reading = async <T>(read: () => Promise<T>): Promise<T> => {
    look();
    return read();
  };
  const step = async <T>(change: Change, whole: () => Promise<T>, half?: () => Promise<unknown>) =>
    (await take({ change, whole, half })) as T;

  return {
    read: (path) => reading(() => disk.read(path)),
    readFrom: (path, offset, length) => reading(() => disk.readFrom(path, offset, length)),
    list: (folder) => reading(() => disk.list(folder)),
    stat: (path) => reading(() => disk.stat(path)),
    survey: async function* (folder) {
      look();
      yield* disk.survey(folder);
    },
    create: (path, bytes) =>
      step(
        { name: "create", path },
        () => disk.create(path, bytes),
        () => disk.create(path, firstHalf(bytes)),
      ),
    append: (path, bytes) =>
      step(
        { name: "append", path },
        () => disk.append(path, bytes),
        () => disk.append(path, firstHalf(bytes)),
      ),
    truncate: (path, length) => step({ name: "truncate", path }, () => disk.truncate(path, length)),
    sync: (path) => step({ name: "sync", path }, () => disk.sync(path)),
    syncFolder: (path) => step({ name: "syncFolder", path }, () => disk.syncFolder(path)),
    link: (path, to) => step({ name: "link", path, to }, () => disk.link(path, to)),
    rename: (path, to) => step({ name: "rename", path, to }, () => disk.rename(path, to)),
    unlink: (path) => step({ name: "unlink", path }, () => disk.unlink(path)),
    makeFolder: (path) => step({ name: "makeFolder", path }, () => disk.makeFolder(path)),
    makePrivate: (path) => step({ name: "makePrivate", path }, () => disk.makePrivate(path)),
  };
}

function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.slice(0, Math.floor(bytes.length / 2));
}
