import type { Agent, Disk } from "@holdfast/schema";
import { newestFirst } from "./newest-first.ts";
import type { SessionFile, SessionSearch } from "./session-reader.ts";

/** How an agent keeps sessions in folders that are named after the folder they were started in. */
export interface SessionFolders {
  readonly agent: Agent;
  /** The folder of the folders. */
  readonly parent: string;
  /** True for the name of a folder that may hold sessions of `root` (without a slash at its end). */
  mayHold(name: string, root: string): boolean;
  isSession(name: string): boolean;
  /** The folder a session was started in, by the beginning of its file: null when it is no session, undefined to see more. */
  cwdOf(head: Uint8Array): string | null | undefined;
}

/**
 * The sessions of a project, newest first. A folder name stands for several paths, so each file decides by its beginning; the
 * newest are read first, and no more than are wanted. A file that disappears meanwhile is passed over.
 */
export async function findByCwd(search: SessionSearch, folders: SessionFolders): Promise<SessionFile[]> {
  const roots = search.roots.map(withoutSlash);
  const found: SessionFile[] = [];
  for (const file of newestFirst(await filesIn(search.disk, folders, roots))) {
    if (found.length >= search.most) break;
    const cwd = await tellByHead(search.disk, file.path, (head) => folders.cwdOf(head));
    if (typeof cwd !== "string" || !isInside(cwd, roots)) continue;
    if (search.belongs === undefined || (await search.belongs(cwd))) found.push(file);
  }
  return found;
}

async function filesIn(
  disk: Disk,
  folders: SessionFolders,
  roots: readonly string[],
): Promise<SessionFile[]> {
  const files: SessionFile[] = [];
  for (const name of await disk.list(folders.parent)) {
    const folder = `${folders.parent}/${name}`;
    if (!roots.some((root) => folders.mayHold(name, root))) continue;
    if ((await disk.stat(folder))?.kind !== "folder") continue;
    for (const file of await disk.list(folder)) {
      const path = `${folder}/${file}`;
      const stat = folders.isSession(file) ? await disk.stat(path) : undefined;
      if (stat?.kind === "file")
        files.push({ agent: folders.agent, path, mtimeMs: stat.mtimeMs, size: stat.size });
    }
  }
  return files;
}

/** Reads the first 64 kB of a file, and more only where that tells nothing: at most 1 MB. */
async function tellByHead<T>(disk: Disk, path: string, tell: (head: Uint8Array) => T | undefined) {
  for (let length = 65_536; ; length *= 4) {
    const head = await disk.readFrom(path, 0, length);
    const told = head && tell(head);
    if (head === undefined || told !== undefined) return told;
    if (head.length < length || length >= 1_048_576) return undefined;
  }
}

/** True for a path that is one of the roots (without a slash at their ends) or below one. */
export function isInside(path: string, roots: readonly string[]): boolean {
  const at = withoutSlash(path);
  return roots.some((root) => at === root || at.startsWith(`${root}/`) || at.startsWith(`${root}\\`));
}

/** The root of the file system becomes the empty text, so that everything is inside it. */
export function withoutSlash(path: string): string {
  let end = path.length;
  while (end > 0 && (path[end - 1] === "/" || path[end - 1] === "\\")) end--;
  return path.slice(0, end);
}
