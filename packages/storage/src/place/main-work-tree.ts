import { basename, dirname, join, resolve } from "node:path";
import { kindAt, readShortFile, realPathOf } from "./look.ts";

/**
 * The main work tree of the linked worktree at `folder`, whose `.git` is a file. Undefined when it is no linked worktree, or
 * claims to be one of a repository that does not know it: a `.git` file comes with the project, and may not send its memory
 * elsewhere.
 */
export async function mainWorkTree(folder: string): Promise<string | undefined> {
  const own = await gitFolderOf(folder);
  if (own === undefined || basename(dirname(own)) !== "worktrees") return undefined;
  const repository = dirname(dirname(own));
  if (!(await knowsWorktree(own, folder)) || (await kindAt(join(repository, "HEAD"))) !== "file")
    return undefined;
  if (basename(repository) === ".git") return dirname(repository);
  return namedWorkTree(repository);
}

/** Where the `.git` file in `folder` points to. */
async function gitFolderOf(folder: string): Promise<string | undefined> {
  const path = /^gitdir: (.+)$/.exec((await readShortFile(join(folder, ".git"))) ?? "")?.[1];
  return path === undefined ? undefined : realPathOf(resolve(folder, path));
}

/** True when the repository's own notes on a worktree lead back to `folder`. They lie where no checkout can put them. */
async function knowsWorktree(notes: string, folder: string): Promise<boolean> {
  const back = await readShortFile(join(notes, "gitdir"));
  if (back === undefined || back === "") return false;
  return (await realPathOf(resolve(notes, back))) === join(folder, ".git");
}

/**
 * The main work tree of a repository that is kept under another name: of a submodule as its config says, of a bare one the
 * folder around it. Only one whose `.git` file points to the repository counts; a bare repository alone has none.
 */
async function namedWorkTree(repository: string): Promise<string | undefined> {
  const config = (await readShortFile(join(repository, "config"))) ?? "";
  const named = /^\s*worktree\s*=\s*"?(.+?)"?\s*$/m.exec(config)?.[1];
  for (const path of named === undefined ? [".."] : [named, ".."]) {
    const folder = await realPathOf(resolve(repository, path));
    if ((await gitFolderOf(folder)) === repository) return folder;
  }
  return undefined;
}
