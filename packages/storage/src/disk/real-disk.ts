import { constants, type Dir, lstat, type Stats } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname, sep } from "node:path";
import { type Disk, type FileStat, HoldfastError, isHoldfastError, type Surveyed } from "@holdfast/schema";
import { codeOf, diskFailure } from "./disk-failure.ts";

/** The `Disk` of this machine. No path has to be inside a certain folder; what may be a path is decided above. */
export function realDisk(): Disk {
  return {
    read: (path) => readFrom(path, 0),
    readFrom,
    list,
    stat,
    survey,
    create,
    append,
    truncate,
    sync,
    syncFolder,
    link,
    rename: (from, to) => attempt("replace", to, () => fs.rename(from, to)),
    unlink: (path) => attempt("remove", path, () => unlessCode("ENOENT", false, () => done(fs.unlink(path)))),
    makeFolder,
    makePrivate,
  };
}

const onWindows = process.platform === "win32";
/** Neither a link is followed, nor does a pipe make us wait. Windows has neither flag, nor links that need no privilege. */
const safely = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const fileMode = 0o600;
const folderMode = 0o700;
const forOthers = 0o077;

async function readFrom(path: string, offset: number, length?: number): Promise<Uint8Array | undefined> {
  return attempt("read", path, () =>
    unlessCode("ENOENT", undefined, () =>
      withFile(path, constants.O_RDONLY, async (file) => {
        const { size } = await regular(file);
        return length === undefined ? readRest(file, offset, size) : readPart(file, offset, length, size);
      }),
    ),
  );
}

/** As much as there was when the file was opened: of a large file only the part that is wanted is read. */
async function readPart(file: fs.FileHandle, offset: number, most: number, size: number) {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(most, size - offset)));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, pieceOf(bytes.length - length), offset + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return new Uint8Array(bytes.buffer, 0, length);
}

/** Reads to the end, wherever it is by now: a file may grow while it is read. */
async function readRest(file: fs.FileHandle, offset: number, size: number): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(Math.max(0, size - offset) + 1);
  let length = 0;
  for (;;) {
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafeSlow(bytes.length)]);
    const { bytesRead } = await file.read(bytes, length, pieceOf(bytes.length - length), offset + length);
    if (bytesRead === 0) return new Uint8Array(bytes.buffer, 0, length);
    length += bytesRead;
  }
}

/** Node can't be asked for more than 2 GB at once: it ends the process. */
function pieceOf(bytes: number): number {
  return Math.min(bytes, 1 << 30);
}

async function list(folder: string): Promise<string[]> {
  return attempt("list", folder, async () => {
    if ((await stat(folder))?.kind === "link") throw systemError("ELOOP");
    const names = await unlessCode("ENOENT", [], () => fs.readdir(folder));
    return names.sort();
  });
}

async function stat(path: string): Promise<FileStat | undefined> {
  const stats = await attempt("look at", path, () => unlessCode("ENOENT", undefined, () => fs.lstat(path)));
  if (stats === undefined) return undefined;
  const { size, mtimeMs, ctimeMs, ino, dev, mode } = stats;
  const isPrivate = onWindows || stats.isSymbolicLink() || (mode & forOthers) === 0;
  return { kind: kindOf(stats), size, mtimeMs, ctimeMs, ino, dev, isPrivate };
}

/** The names are read in slices of less than 2 ms while the system looks at those that came before. */
async function* survey(folder: string): AsyncGenerator<readonly Surveyed[]> {
  const opened = await attempt("list", folder, async () => {
    if ((await stat(folder))?.kind === "link") throw systemError("ELOOP");
    return unlessCode("ENOENT", undefined, () => fs.opendir(folder, { bufferSize: namesAtOnce / 2 }));
  });
  if (opened === undefined) return;
  try {
    let ahead = lookAtAll(folder, nextNames(opened));
    while (ahead !== undefined) {
      const next = lookAtAll(folder, nextNames(opened));
      yield await ahead;
      ahead = next;
    }
  } catch (error) {
    throw isHoldfastError(error) ? error : diskFailure(error, "list", folder);
  } finally {
    opened.closeSync();
  }
}

const namesAtOnce = 1024;

function nextNames(opened: Dir): string[] {
  const names: string[] = [];
  for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
    names.push(entry.name);
    if (names.length === namesAtOnce) break;
  }
  return names;
}

/** With callbacks: a promise for each file would cost as much as the look itself. */
function lookAtAll(folder: string, names: readonly string[]): Promise<Surveyed[]> | undefined {
  if (names.length === 0) return undefined;
  const looked = new Promise<Surveyed[]>((resolve, reject) => {
    const seen: Surveyed[] = [];
    let left = names.length;
    for (const name of names) {
      lstat(`${folder}${sep}${name}`, (error, stat) => {
        if (error === null) seen.push({ name, stat });
        else if (error.code !== "ENOENT") reject(error);
        if (--left === 0) resolve(seen);
      });
    }
  });
  looked.catch(() => undefined); // whoever was told of an earlier failure does not wait for this one
  return looked;
}

function kindOf(stats: Stats): FileStat["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}

async function create(path: string, bytes: Uint8Array): Promise<boolean> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  return attempt("write", path, () =>
    unlessCode("EEXIST", false, () => withFile(path, flags, (file) => done(file.writeFile(bytes)))),
  );
}

async function append(path: string, bytes: Uint8Array): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND;
  await attempt("append to", path, () =>
    withFile(path, flags, async (file) => {
      await regular(file);
      await file.writeFile(bytes);
    }),
  );
}

async function truncate(path: string, length: number): Promise<void> {
  await attempt("cut off", path, () =>
    withFile(path, constants.O_RDWR, async (file) => {
      await regular(file);
      await file.truncate(length);
    }),
  );
}

async function sync(path: string): Promise<void> {
  const flags = onWindows ? constants.O_RDWR : constants.O_RDONLY;
  await attempt("sync", path, () => withFile(path, flags, (file) => file.sync()));
}

async function syncFolder(folder: string): Promise<void> {
  const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
  try {
    await withFile(folder, flags, (opened) => opened.sync());
  } catch (error) {
    // Windows can't sync a folder: its journal keeps names in order by itself.
    if (onWindows && ["EPERM", "EISDIR", "EACCES"].includes(codeOf(error) ?? "")) return;
    throw diskFailure(error, "sync the folder", folder);
  }
}

async function link(from: string, to: string): Promise<boolean> {
  try {
    return await unlessCode("EEXIST", false, () => done(fs.link(from, to)));
  } catch (error) {
    if (!noHardLinks.includes(codeOf(error) ?? "")) throw diskFailure(error, "give its name to", to);
    throw new HoldfastError("disk_failed", `Could not give its name to ${to}: no hard links on this disk.`, {
      hint: "Keep memory on a file system that has hard links (HOLDFAST_DIR). Nothing that was acknowledged is lost.",
      cause: error,
    });
  }
}

const noHardLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

async function makeFolder(folder: string): Promise<void> {
  await attempt("make the folder", folder, async () => {
    await makeWithParents(folder);
    const made = await stat(folder);
    if (made?.kind !== "folder") throw systemError(made?.kind === "link" ? "ELOOP" : "ENOTDIR");
  });
}

async function makePrivate(path: string): Promise<void> {
  await attempt("keep to its owner", path, async () => {
    const stats = await fs.lstat(path);
    if (stats.isSymbolicLink()) throw systemError("ELOOP"); // chmod would follow it
    await fs.chmod(path, stats.mode & (stats.isDirectory() ? folderMode : fileMode));
  });
}

/** One by one: Node's own way of making parents never ends where one can't be made, as in /proc. */
async function makeWithParents(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder && (await stat(parent)) === undefined) await makeWithParents(parent);
  await unlessCode("EEXIST", undefined, () => fs.mkdir(folder, { mode: folderMode }));
}

async function withFile<T>(
  path: string,
  flags: number,
  use: (file: fs.FileHandle) => Promise<T>,
): Promise<T> {
  const file = await fs.open(path, flags | safely, fileMode);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function regular(file: fs.FileHandle): Promise<Stats> {
  const stats = await file.stat();
  if (stats.isDirectory()) throw systemError("EISDIR");
  if (!stats.isFile()) throw systemError("not a regular file");
  return stats;
}

async function attempt<T>(verb: string, path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw isHoldfastError(error) ? error : diskFailure(error, verb, path);
  }
}

async function unlessCode<T, U>(code: string, otherwise: U, act: () => Promise<T>): Promise<T | U> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) === code) return otherwise;
    throw error;
  }
}

async function done(act: Promise<void>): Promise<boolean> {
  await act;
  return true;
}

/** A failure we found ourselves, in the form of the operating system's. Caught by `attempt`, never seen outside. */
function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new TypeError(code), { code });
}
