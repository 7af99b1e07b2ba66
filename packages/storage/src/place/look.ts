import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What is at a path, links followed; undefined when nothing is there, or nothing we may look at. */
export async function kindAt(path: string): Promise<"file" | "folder" | "other" | undefined> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return "folder";
    return found.isFile() ? "file" : "other";
  } catch {
    return undefined; // what can't be looked at marks no project and holds no store
  }
}

/** Most bytes of a file that is read whole. */
const mostBytes = 65_536;

/** The trimmed text of a short file, a pointer or a config; undefined when there is none. */
export async function readShortFile(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > mostBytes) return undefined;
    return (await readFile(path, "utf8")).trim();
  } catch {
    return undefined; // what can not be read points nowhere
  }
}

/** The path with every link resolved, as far as it exists: what is still to be made keeps its name. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path); // missing, or a folder on the way may not be looked into: the part above it counts
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

/** True when both are one existing folder, however they are spelt. */
export async function isSameFolder(a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  try {
    const [one, other] = await Promise.all([stat(a), stat(b)]);
    return one.ino === other.ino && one.dev === other.dev;
  } catch {
    return false; // a folder that does not exist yet is the same as no other
  }
}
