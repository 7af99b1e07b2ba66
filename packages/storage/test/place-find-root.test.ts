import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findRoot } from "../src/place/find-root.ts";

let top: string;
beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "holdfast place ü ")));
  await folders("home");
});
afterEach(() => rm(top, { recursive: true }));

const at = (...parts: string[]) => join(top, ...parts);
const rootOf = (...parts: string[]) => findRoot(at(...parts), at("home"));

async function folders(...paths: string[]): Promise<void> {
  for (const path of paths) await mkdir(at(path), { recursive: true });
}

async function file(path: string, text = ""): Promise<void> {
  await folders(dirname(path));
  await writeFile(at(path), text);
}

async function repository(path: string): Promise<void> {
  await folders(`${path}/src/deep`);
  await file(`${path}/.git/HEAD`, "ref: refs/heads/main\n");
}

/** A linked worktree as `git worktree add` makes it; `back` is what the repository's notes on it say. */
async function linkedWorktree(gitFolder: string, path: string, back = at(path, ".git")): Promise<void> {
  await folders(`${path}/src`);
  await file(`${path}/.git`, `gitdir: ${at(gitFolder, "worktrees", "linked")}\n`);
  await file(`${gitFolder}/worktrees/linked/gitdir`, `${back}\n`);
  await file(`${gitFolder}/worktrees/linked/commondir`, "../..\n");
}

describe("in a repository", () => {
  test("the root is its top, from any folder in it", async () => {
    await repository("repo");
    for (const path of ["repo", "repo/src", "repo/src/deep", "repo/.git"])
      expect(await rootOf(path)).toBe(at("repo"));
  });

  test("a package inside a monorepo shares the repository's root", async () => {
    await repository("repo");
    await file("repo/packages/one/package.json", "{}");
    await folders("repo/packages/one/.pi");
    expect(await rootOf("repo/packages/one")).toBe(at("repo"));
  });

  test("a repository inside another has its own root", async () => {
    await repository("repo");
    await repository("repo/vendor/inner");
    expect(await rootOf("repo/vendor/inner/src")).toBe(at("repo/vendor/inner"));
  });

  test("blanks and other scripts in its path are kept", async () => {
    await repository("мои проекты/日本 語 🧠");
    expect(await rootOf("мои проекты/日本 語 🧠/src")).toBe(at("мои проекты/日本 語 🧠"));
  });

  test("a link to the project is the project", async () => {
    await repository("repo");
    await symlink(at("repo/src"), at("shortcut"));
    expect(await rootOf("shortcut")).toBe(at("repo"));
    expect(await rootOf("shortcut/deep")).toBe(at("repo"));
  });

  test("a folder that does not exist yet belongs to the repository around it", async () => {
    await repository("repo");
    expect(await rootOf("repo/not/there/yet")).toBe(at("repo"));
  });
});

describe("in a linked worktree", () => {
  test("the root is the main work tree", async () => {
    await repository("repo");
    await linkedWorktree("repo/.git", "elsewhere/linked tree");
    expect(await rootOf("elsewhere/linked tree")).toBe(at("repo"));
    expect(await rootOf("elsewhere/linked tree/src")).toBe(at("repo"));
  });

  test("relative pointers are followed too", async () => {
    await repository("repo");
    await linkedWorktree("repo/.git", "linked", "../../../../linked/.git");
    await file("linked/.git", "gitdir: ../repo/.git/worktrees/linked\n");
    expect(await rootOf("linked/src")).toBe(at("repo"));
  });

  test("of a bare repository beside its worktrees, the root is the folder around both", async () => {
    await file("project/.bare/HEAD", "ref: refs/heads/main\n");
    await file("project/.git", "gitdir: ./.bare\n");
    await linkedWorktree("project/.bare", "project/feature");
    expect(await rootOf("project/feature/src")).toBe(at("project"));
  });

  test("of a bare repository alone, the root is the worktree: there is no main one", async () => {
    await file("bare.git/HEAD", "ref: refs/heads/main\n");
    await linkedWorktree("bare.git", "feature");
    expect(await rootOf("feature/src")).toBe(at("feature"));
  });

  test("of a submodule, the root is the submodule", async () => {
    await submodule();
    await linkedWorktree("repo/.git/modules/sub", "linked");
    expect(await rootOf("linked/src")).toBe(at("repo/sub"));
  });

  test("whose repository is gone, the root is the worktree", async () => {
    await file("linked/.git", `gitdir: ${at("gone", ".git", "worktrees", "linked")}\n`);
    expect(await rootOf("linked")).toBe(at("linked"));
  });
});

test("a submodule is its own root", async () => {
  await submodule();
  expect(await rootOf("repo/sub/src")).toBe(at("repo/sub"));
});

describe("a .git file that came with the project", () => {
  test("can't send its memory to a repository that does not know it", async () => {
    await repository("victim");
    await file("forged/.git", `gitdir: ${at("victim", ".git", "worktrees", "linked")}\n`);
    expect(await rootOf("forged")).toBe(at("forged"));
    await linkedWorktree("victim/.git", "honest");
    expect(await rootOf("forged")).toBe(at("forged"));
    expect(await rootOf("honest")).toBe(at("victim"));
  });

  test("can't bring the notes that vouch for it", async () => {
    await repository("victim");
    await file("forged/.git", `gitdir: ${at("forged", "fake", "worktrees", "linked")}\n`);
    await file("forged/fake/HEAD", "ref: refs/heads/main\n");
    await file("forged/fake/worktrees/linked/gitdir", `${at("forged", ".git")}\n`);
    await file("forged/fake/worktrees/linked/commondir", `${at("victim", ".git")}\n`);
    await file("forged/fake/config", `[core]\n\tworktree = ${at("victim")}\n`);
    expect(await rootOf("forged")).toBe(at("forged"));
  });

  test("can't lead through a link to a repository elsewhere", async () => {
    await repository("victim");
    await folders("victim/.git/worktrees/linked");
    await folders("forged/fake/.git");
    await symlink(at("victim/.git/worktrees"), at("forged/fake/.git/worktrees"));
    await file("forged/.git", `gitdir: ${at("forged", "fake", ".git", "worktrees", "linked")}\n`);
    expect(await rootOf("forged")).toBe(at("forged"));
  });

  test.each(["", "gitdir:", "gitdir: ", "nonsense", "gitdir: \0", `gitdir: ${"x".repeat(100_000)}`])(
    "and makes no sense (%j) still marks a root of its own",
    async (text) => {
      await file("odd/.git", text.slice(0, 100_000));
      expect(await rootOf("odd")).toBe(at("odd"));
    },
  );
});

describe("outside of a repository", () => {
  test.each(["package.json", "pyproject.toml", "Cargo.toml", "go.mod", ".pi", ".holdfast"])(
    "%s marks the root",
    async (marker) => {
      await folders("project/src/deep");
      if (marker.startsWith(".")) await folders(`project/${marker}`);
      else await file(`project/${marker}`);
      expect(await rootOf("project/src/deep")).toBe(at("project"));
    },
  );

  test("the nearest marker counts, whichever it is", async () => {
    await file("project/package.json");
    await file("project/inner/go.mod");
    await folders("project/inner/src");
    expect(await rootOf("project/inner/src")).toBe(at("project/inner"));
  });

  test("without a marker the root is the current folder", async () => {
    await folders("notes/today");
    expect(await rootOf("notes/today")).toBe(at("notes/today"));
  });

  test("the person's own .pi and .holdfast in the home folder mark no project", async () => {
    await folders("home/.pi/memory", "home/.holdfast", "home/notes");
    expect(await rootOf("home/notes")).toBe(at("home/notes"));
    expect(await rootOf("home")).toBe(at("home"));
  });

  test("even when home is reached through a link", async () => {
    await folders("home/.pi", "home/notes");
    await symlink(at("home"), at("link-home"));
    expect(await findRoot(at("home/notes"), at("link-home"))).toBe(at("home/notes"));
    expect(await findRoot(at("link-home/notes"), at("home"))).toBe(at("home/notes"));
  });

  test("at the top of the disk the root is the top, and nothing is created", async () => {
    expect(await findRoot("/", at("home"))).toBe("/");
  });
});

async function submodule(): Promise<void> {
  await repository("repo");
  await folders("repo/sub/src");
  await file("repo/sub/.git", "gitdir: ../.git/modules/sub\n");
  await file("repo/.git/modules/sub/HEAD", "ref: refs/heads/main\n");
  await file("repo/.git/modules/sub/config", "[core]\n\tbare = false\n\tworktree = ../../../sub\n");
}
