import { basename, dirname, join } from "node:path";
import { type Disk, isHoldfastError } from "@holdfast/schema";

/** A file to be created: an absolute path, and what it holds. */
export interface NewFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Creates files, whole and durable when it returns, each under its name from one instant to the next. False for those whose
 * name was taken: they stay as they were, and their names are durable too. Dying on the way leaves some of the files, each
 * whole, and temporary ones that {@link isTempName} tells. A failure is thrown; repeat the call then.
 */
export async function createDurably(disk: Disk, files: readonly NewFile[]): Promise<boolean[]> {
  const folders = [...new Set(files.map(({ path }) => dirname(path)))];
  for (const folder of folders) await makeFolderDurably(disk, folder);
  return withTemps(disk, files, async (temps) => {
    const created = await together(temps.map((temp, i) => disk.link(temp, files[i]!.path)));
    await together(temps.map((temp) => disk.unlink(temp)));
    await together(folders.map((folder) => disk.syncFolder(folder)));
    return created;
  });
}

/** Replaces a file, or creates it. Whoever reads, also after a crash, finds the old or the new content, whole. */
export async function replaceDurably(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  await makeFolderDurably(disk, dirname(path));
  await withTemps(disk, [{ path, bytes }], async ([temp]) => {
    await disk.rename(temp!, path);
    await disk.syncFolder(dirname(path));
  });
}

/**
 * Appends to a file, creating it. A failure or a death on the way may leave a part of `bytes` behind. The name is durable
 * before the first byte is written, so that a file that holds something never lost its name.
 */
export async function appendDurably(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const size = (await disk.stat(path))?.size ?? 0;
  if (size === 0) {
    await makeFolderDurably(disk, dirname(path));
    await disk.create(path, new Uint8Array());
    await disk.syncFolder(dirname(path));
  }
  await disk.append(path, bytes);
  await disk.sync(path);
}

/** Removes a file; false when there was none. Durable when it returns. */
export async function removeDurably(disk: Disk, path: string): Promise<boolean> {
  const removed = await disk.unlink(path);
  if (removed) await disk.syncFolder(dirname(path));
  return removed;
}

/**
 * Makes a folder and its parents, their names durable when it returns. A folder that exists may have been made by a process that
 * died before it synced the name, so the name is synced again; nothing is put into a folder before, so that the names above one
 * that holds something are durable.
 */
export async function makeFolderDurably(disk: Disk, folder: string): Promise<void> {
  const parent = dirname(folder);
  if ((await disk.stat(folder)) === undefined && parent !== folder) await makeFolderDurably(disk, parent);
  await disk.makeFolder(folder);
  if ((await disk.stat(parent))?.kind === "folder") await syncNamesIn(disk, parent);
}

/** A folder that we may not even list is none that we just made. */
async function syncNamesIn(disk: Disk, folder: string): Promise<void> {
  try {
    await disk.syncFolder(folder);
  } catch (error) {
    if (!isHoldfastError(error, "store_read_only")) throw error;
  }
}

/**
 * Makes durable what another process may have written without living to sync it. Call it before something safe is given up
 * because it stands in one of these files or folders. What is missing is passed over. A file that can't be synced is written anew beside
 * itself: syncing it once more could succeed and mean nothing.
 */
export async function confirmDurable(
  disk: Disk,
  places: { readonly files: readonly string[]; readonly folders: readonly string[] },
): Promise<void> {
  for (const file of places.files) if (await disk.stat(file)) await syncOrReplace(disk, file);
  for (const folder of places.folders) if (await disk.stat(folder)) await disk.syncFolder(folder);
}

async function syncOrReplace(disk: Disk, path: string): Promise<void> {
  try {
    await disk.sync(path);
  } catch (error) {
    const bytes = await disk.read(path);
    if (bytes === undefined) throw error;
    await replaceDurably(disk, path, bytes);
  }
}

/** True for the name of a file that a process was writing when it died. Such a file holds nothing that was acknowledged. */
export function isTempName(name: string): boolean {
  return /^\..*\.\d+-\d+\.tmp$/s.test(name);
}

/** Writes and syncs a temporary file for each, and sees to it that a failure leaves none behind. */
async function withTemps<T>(
  disk: Disk,
  files: readonly NewFile[],
  use: (temps: readonly string[]) => Promise<T>,
): Promise<T> {
  const begun: string[] = [];
  try {
    const temps = await together(files.map((file) => writeTemp(disk, file, begun)));
    await together(temps.map((temp) => disk.sync(temp)));
    return await use(temps);
  } catch (error) {
    await removeAll(disk, begun);
    throw error;
  }
}

/** Does all at once. A failure is thrown when the last is done, so that nothing goes on behind it. */
async function together<T>(all: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

/** Names without randomness: a name that is taken, by a dead process or a live one, is passed over. */
async function writeTemp(disk: Disk, { path, bytes }: NewFile, begun: string[]): Promise<string> {
  const stem = basename(path).slice(0, longestStem);
  for (let counter = 0; ; counter++) {
    const temp = join(dirname(path), `.${stem}.${process.pid}-${counter}.tmp`);
    if (begun.includes(temp)) continue;
    begun.push(temp); // before it is written: a failure may leave a part behind
    if (await disk.create(temp, bytes)) return temp;
    begun.splice(begun.indexOf(temp), 1);
  }
}

/** In UTF-16 units, at most three bytes each: with what is put around it, a name stays under 255 bytes. */
const longestStem = 70;

async function removeAll(disk: Disk, temps: readonly string[]): Promise<void> {
  for (const temp of temps) {
    try {
      await disk.unlink(temp);
    } catch {
      // The failure that brought us here is the one to tell; a temporary file that stays is told by its name.
    }
  }
}
