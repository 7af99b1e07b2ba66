import { dirname, join, resolve } from "node:path";
import { kindAt, realPathOf } from "./look.ts";
import { mainWorkTree } from "./main-work-tree.ts";

/**
 * What marks the top of a project that is no repository. `.pi` and `.holdfast` mark none in the home folder, where they are the
 * person's own.
 */
export const projectMarkers = [
  ".pi",
  ".holdfast",
  "package.json",
  "deno.json",
  "pyproject.toml",
  "setup.py",
  "requirements.txt",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "Gemfile",
  "composer.json",
  "mix.exs",
  "Package.swift",
  "pubspec.yaml",
  "CMakeLists.txt",
  "Makefile",
  "flake.nix",
  "AGENTS.md",
  "CLAUDE.md",
  ".hg",
  ".jj",
  ".svn",
] as const;

/**
 * The folder that a project's memory belongs to: the main work tree of the repository around `cwd` (its linked worktrees share
 * it, a submodule has its own), else the nearest folder with a project marker, else `cwd`. The real path, so that a link to a
 * project is that project. Reads files only; never throws for what it finds.
 */
export async function findRoot(cwd: string, home: string): Promise<string> {
  const start = await realPathOf(resolve(cwd));
  const realHome = await realPathOf(resolve(home));
  return (await repositoryAround(start)) ?? (await markedFolderAround(start, realHome)) ?? start;
}

async function repositoryAround(start: string): Promise<string | undefined> {
  for (const folder of upFrom(start)) {
    const kind = await kindAt(join(folder, ".git"));
    if (kind === "folder") return folder;
    if (kind === "file") return (await mainWorkTree(folder)) ?? folder;
  }
  return undefined;
}

async function markedFolderAround(start: string, home: string): Promise<string | undefined> {
  for (const folder of upFrom(start)) {
    for (const marker of projectMarkers) {
      if (folder === home && (marker === ".pi" || marker === ".holdfast")) continue;
      if ((await kindAt(join(folder, marker))) !== undefined) return folder;
    }
  }
  return undefined;
}

function* upFrom(folder: string): Generator<string> {
  yield folder;
  const parent = dirname(folder);
  if (parent !== folder) yield* upFrom(parent);
}
