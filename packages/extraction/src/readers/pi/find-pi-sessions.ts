import type { Disk } from "@holdfast/schema";
import { readPiHeader } from "./pi-entry.ts";
import { piSessionFolder } from "./pi-session-folder.ts";

/** A session file. Size in bytes. */
export interface SessionFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
}

/**
 * The sessions of a project, newest first: those that Pi (its folder is `agentDir`) started in one of `projectRoots` or
 * below it. A folder name stands for several paths, so the header of each file decides. `most` bounds how many are
 * looked for; the newest are read first. A file that disappears meanwhile is passed over; disk failures are thrown.
 */
export async function findPiSessions(
  disk: Disk,
  agentDir: string,
  projectRoots: readonly string[],
  { most = Number.POSITIVE_INFINITY }: { readonly most?: number } = {},
): Promise<SessionFile[]> {
  const roots = projectRoots.map(withoutSlash);
  const found: SessionFile[] = [];
  for (const file of newestFirst(await sessionFiles(disk, `${withoutSlash(agentDir)}/sessions`, roots))) {
    if (found.length >= most) break;
    const cwd = await cwdOf(disk, file.path);
    if (cwd !== undefined && roots.some((root) => isInside(cwd, root))) found.push(file);
  }
  return found;
}

/** Newest first; files of the same time by path, so that the choice is always the same. */
export function newestFirst<File extends { readonly path: string; readonly mtimeMs: number }>(
  files: readonly File[],
): File[] {
  return [...files].sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1));
}

async function sessionFiles(disk: Disk, folder: string, roots: readonly string[]): Promise<SessionFile[]> {
  const starts = roots.map((root) => piSessionFolder(root).slice(0, -2));
  const files: SessionFile[] = [];
  for (const name of await disk.list(folder)) {
    if (!starts.some((start) => name.startsWith(start))) continue;
    for (const file of await disk.list(`${folder}/${name}`)) {
      const path = `${folder}/${name}/${file}`;
      const stat = file.endsWith(".jsonl") ? await disk.stat(path) : undefined;
      if (stat?.kind === "file") files.push({ path, mtimeMs: stat.mtimeMs, size: stat.size });
    }
  }
  return files;
}

async function cwdOf(disk: Disk, path: string): Promise<string | undefined> {
  const bytes = await disk.read(path);
  const end = bytes?.indexOf(0x0a) ?? -1;
  if (bytes === undefined) return undefined;
  return headerCwd(new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)));
}

function headerCwd(line: string): string | undefined {
  try {
    return readPiHeader(JSON.parse(line))?.cwd;
  } catch {
    return undefined; // Not JSON, so no Pi session: someone else's file.
  }
}

function isInside(path: string, root: string): boolean {
  const at = withoutSlash(path);
  return at === root || at.startsWith(`${root}/`) || at.startsWith(`${root}\\`);
}

/** The root of the file system becomes the empty text, so that everything is inside it. */
function withoutSlash(path: string): string {
  return path.replace(/[/\\]+$/, "");
}
