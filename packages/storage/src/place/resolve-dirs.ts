import { lstat, readdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { HoldfastError } from "@holdfast/schema";
import { findRoot } from "./find-root.ts";
import { isSameFolder, kindAt, realPathOf } from "./look.ts";

/** What decides where memory is kept; none of it is read from inside the project. */
export interface DirsRequest {
  readonly cwd: string;
  readonly home: string;
  readonly env: { readonly HOLDFAST_DIR?: string | undefined };
  readonly host?: "pi" | undefined;
  /** The project's store; relative to `cwd`. Goes before `HOLDFAST_DIR`. */
  readonly dir?: string | undefined;
  /** The person's store; relative to `cwd`. */
  readonly userDir?: string | undefined;
}

/** Where memory is kept: real paths, links resolved once. Neither folder need exist. */
export interface Dirs {
  readonly root: string;
  readonly dir: string;
  readonly userDir: string;
  /** True when both are one folder: then there is one store. */
  readonly oneStore: boolean;
  readonly warnings: readonly string[];
}

/**
 * Finds the project's store and the person's. A store that exists wins for every host; else `.pi/memory` where there is a
 * `.pi` folder or the host is Pi, else `.holdfast`. Creates nothing. Throws `store_unreadable` when something that is no folder
 * is in the place.
 */
export async function resolveDirs(request: DirsRequest): Promise<Dirs> {
  const { cwd, home, env, host } = request;
  const warnings: string[] = [];
  const root = await findRoot(cwd, home);
  const told = request.dir || env.HOLDFAST_DIR?.trim();
  const dir = told ? resolve(cwd, told) : await storeIn(root, host, warnings);
  const userDir = request.userDir ? resolve(cwd, request.userDir) : await storeIn(home, host, warnings);

  const [realDir, realUserDir] = [await folderAt(dir), await folderAt(userDir)];
  if (!told && !isInside(root, realDir))
    warnings.push(`${dir} leads out of the project: its memory is kept in ${realDir}.`);
  const oneStore = await isSameFolder(realDir, realUserDir);
  return {
    root,
    dir: realDir,
    userDir: oneStore ? realDir : realUserDir,
    oneStore,
    warnings: [...new Set(warnings)],
  };
}

/** The store in `folder`: one that exists, else where a new one belongs. */
async function storeIn(folder: string, host: "pi" | undefined, warnings: string[]): Promise<string> {
  const pi = join(folder, ".pi", "memory");
  const own = join(folder, ".holdfast");
  const found = await storesAmong([pi, own]);
  if (found.length === 1) return found[0]!;
  if (found.length === 2)
    warnings.push(
      `Both ${pi} and ${own} hold memory; the first is used. Move what you need into it, then remove the second.`,
    );
  const prefersPi = found.length === 2 || host === "pi" || (await kindAt(join(folder, ".pi"))) === "folder";
  return prefersPi ? pi : own;
}

/** Those that hold something; when none does, those that exist. */
async function storesAmong(paths: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(paths.map(entriesIn));
  const filled = paths.filter((_, i) => (sizes[i] ?? 0) > 0);
  return filled.length > 0 ? filled : paths.filter((_, i) => sizes[i] !== undefined);
}

async function entriesIn(path: string): Promise<number | undefined> {
  if ((await kindAt(path)) !== "folder") return undefined;
  try {
    return (await readdir(path)).length;
  } catch {
    return 1; // a folder that we may not look into is there all the same: opening it will say why it can't be read
  }
}

/** The real path of a folder that exists or can be made. */
async function folderAt(path: string): Promise<string> {
  const kind = await kindAt(path);
  if (kind === "folder" || (kind === undefined && !(await isTaken(path)))) return realPathOf(path);
  throw new HoldfastError("store_unreadable", `${path} is not a folder.`, {
    hint: "Move it away, or name another folder with --dir or HOLDFAST_DIR. Nothing was changed.",
  });
}

/** True when a new folder can't be made at a path: a link to nowhere is there, or a file on the way. */
async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return true;
    return false; // missing, as it may be; a folder that may not be looked into fails on opening, with its reason
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}
