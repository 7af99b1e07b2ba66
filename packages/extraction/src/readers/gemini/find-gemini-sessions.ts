import { createHash } from "node:crypto";
import type { Disk } from "@holdfast/schema";
import { isInside, withoutSlash } from "../find-by-cwd.ts";
import { newestFirst } from "../newest-first.ts";
import type { SessionFile, SessionSearch } from "../session-reader.ts";
import { geminiHeaderIn } from "./gemini-header.ts";

/**
 * The sessions of a project, newest first. A project has a folder that is called after the hash of its path, or one that
 * says the path in a file of its own: only of those can it be told that they are below a root. Sub-agents' sessions are
 * passed over, and so are those of which Gemini CLI made a copy: it leaves the old file where it is when it takes up a
 * folder or a form of today.
 */
export async function findGeminiSessions(search: SessionSearch): Promise<SessionFile[]> {
  const found = new Map<string, SessionFile>();
  for (const file of newestFirst(await filesOf(search))) {
    if (found.size >= search.most) break;
    const id = await personsSession(search.disk, file);
    // Once the history is summed up, a session may go on in another file: only both together make a copy.
    const name = id && `${id} ${file.path.slice(file.path.lastIndexOf("/")).replace(/\.jsonl?$/u, "")}`;
    if (name !== undefined && !found.has(name)) found.set(name, file);
  }
  return [...found.values()];
}

async function filesOf({ disk, home, roots, belongs }: SessionSearch): Promise<SessionFile[]> {
  const parent = `${withoutSlash(home)}/tmp`;
  const projects = roots.map(withoutSlash);
  const hashes = new Set(projects.map((root) => geminiProjectHash(root === "" ? "/" : root)));
  const files: SessionFile[] = [];
  for (const name of await disk.list(parent)) {
    const folder = `${parent}/${name}`;
    const project = hashes.has(name) ? undefined : await projectOf(disk, folder);
    if (!hashes.has(name) && (!project || !isInside(project, projects))) continue;
    if (project && belongs !== undefined && !(await belongs(project))) continue;
    for (const file of await disk.list(`${folder}/chats`)) {
      if (!/^session-.*\.jsonl?$/u.test(file)) continue;
      const path = `${folder}/chats/${file}`;
      const stat = await disk.stat(path);
      if (stat?.kind === "file")
        files.push({ agent: "gemini", path, mtimeMs: stat.mtimeMs, size: stat.size });
    }
  }
  return files;
}

/** The name Gemini CLI gives the folder of a project, and the `projectHash` of its sessions. */
export function geminiProjectHash(root: string): string {
  return createHash("sha256").update(root).digest("hex");
}

/** The path of the project that a folder is for, where it tells it. */
async function projectOf(disk: Disk, folder: string): Promise<string | undefined> {
  if ((await disk.stat(folder))?.kind !== "folder") return undefined;
  const bytes = await disk.readFrom(`${folder}/.project_root`, 0, 4_096);
  return bytes && new TextDecoder().decode(bytes).trim();
}

/**
 * The id of a session that a person started, or undefined. It says whose it is in its header, or, where messages stand
 * before that, in its end: a field of the one object.
 */
async function personsSession(disk: Disk, { path, size }: SessionFile): Promise<string | undefined> {
  const head = await disk.readFrom(path, 0, headLength);
  const header = head && geminiHeaderIn(head);
  if (header === undefined || header.isSubagent) return undefined;
  if (size <= headLength) return header.id;
  const end = await disk.readFrom(path, size - tailLength);
  const isAgents = !end || /^ {2}"kind": "subagent",?\r?$/mu.test(new TextDecoder().decode(end));
  return isAgents ? undefined : header.id;
}

const headLength = 65_536;
const tailLength = 4_096;
