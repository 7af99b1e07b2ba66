import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DirsRequest, resolveDirs } from "../src/place/resolve-dirs.ts";

let top: string;
beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "holdfast dirs ")));
  await folders("home", "project/.git", "project/src");
});
afterEach(() => rm(top, { recursive: true }));

const at = (...parts: string[]) => join(top, ...parts);
const resolved = (over: Partial<DirsRequest> = {}) =>
  resolveDirs({ cwd: at("project/src"), home: at("home"), env: {}, ...over });

async function folders(...paths: string[]): Promise<void> {
  for (const path of paths) await mkdir(at(path), { recursive: true });
}

async function file(path: string): Promise<void> {
  await folders(dirname(path));
  await writeFile(at(path), "");
}

describe("a project without a store", () => {
  test("gets .holdfast at its root, and the person .holdfast at home", async () => {
    expect(await resolved()).toEqual({
      root: at("project"),
      dir: at("project/.holdfast"),
      userDir: at("home/.holdfast"),
      oneStore: false,
      warnings: [],
    });
  });

  test("gets .pi/memory where it has a .pi folder", async () => {
    await folders("project/.pi");
    expect((await resolved()).dir).toBe(at("project/.pi/memory"));
    expect((await resolved()).userDir).toBe(at("home/.holdfast"));
  });

  test("gets .pi/memory where Pi is the host, and so does the person", async () => {
    const { dir, userDir } = await resolved({ host: "pi" });
    expect([dir, userDir]).toEqual([at("project/.pi/memory"), at("home/.pi/memory")]);
  });

  test("a file called .pi is no .pi folder", async () => {
    await file("project/.pi");
    expect((await resolved()).dir).toBe(at("project/.holdfast"));
  });

  test("nothing is created by looking", async () => {
    await resolved({ host: "pi" });
    expect([(await readdir(at("project"))).sort(), await readdir(at("home"))]).toEqual([[".git", "src"], []]);
  });
});

describe("a store that exists", () => {
  test("wins for every host", async () => {
    await folders("project/.holdfast", "project/.pi", "home/.holdfast");
    const { dir, userDir, warnings } = await resolved({ host: "pi" });
    expect([dir, userDir, warnings]).toEqual([at("project/.holdfast"), at("home/.holdfast"), []]);
    await rm(at("project/.holdfast"), { recursive: true });
    await folders("project/.pi/memory");
    expect((await resolved()).dir).toBe(at("project/.pi/memory"));
  });

  test("in both places is used in .pi/memory, with a warning that names both", async () => {
    await file("project/.holdfast/ledger.jsonl");
    await file("project/.pi/memory/ledger.jsonl");
    const { dir, warnings } = await resolved();
    expect(dir).toBe(at("project/.pi/memory"));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(at("project/.pi/memory"));
    expect(warnings[0]).toContain(at("project/.holdfast"));
  });

  test("counts in both places when both are empty folders", async () => {
    await folders("project/.holdfast", "project/.pi/memory");
    const { dir, warnings } = await resolved();
    expect([dir, warnings.length]).toEqual([at("project/.pi/memory"), 1]);
  });

  test("is not hidden by an empty folder in the other place", async () => {
    await file("project/.holdfast/ledger.jsonl");
    await folders("project/.pi/memory");
    expect(await resolved()).toMatchObject({ dir: at("project/.holdfast"), warnings: [] });
  });

  test("at home in both places is used in .pi/memory too", async () => {
    await folders("home/.pi/memory", "home/.holdfast");
    expect(await resolved()).toMatchObject({ userDir: at("home/.pi/memory") });
  });
});

describe("HOLDFAST_DIR and an explicit option", () => {
  test("name the project's store; the option goes first", async () => {
    await folders("project/.holdfast");
    const env = { HOLDFAST_DIR: at("shared") };
    expect(await resolved({ env })).toMatchObject({ dir: at("shared"), userDir: at("home/.holdfast") });
    expect((await resolved({ env, dir: at("other") })).dir).toBe(at("other"));
    expect((await resolved({ userDir: at("mine") })).userDir).toBe(at("mine"));
  });

  test("are relative to the current folder", async () => {
    expect((await resolved({ env: { HOLDFAST_DIR: "here" } })).dir).toBe(at("project/src/here"));
    expect((await resolved({ dir: "../there" })).dir).toBe(at("project/there"));
  });

  test.each(["", "  "])("are not told when HOLDFAST_DIR is %j", async (HOLDFAST_DIR) => {
    expect((await resolved({ env: { HOLDFAST_DIR } })).dir).toBe(at("project/.holdfast"));
  });

  test("silence the warning about two stores, since neither is used", async () => {
    await folders("project/.holdfast", "project/.pi/memory");
    expect((await resolved({ dir: at("other") })).warnings).toEqual([]);
  });
});

describe("one folder for both", () => {
  test("is one store, said so", async () => {
    await folders("home/.holdfast");
    expect(await resolved({ cwd: at("home") })).toMatchObject({
      root: at("home"),
      dir: at("home/.holdfast"),
      userDir: at("home/.holdfast"),
      oneStore: true,
    });
  });

  test("is one store before it exists, and reached through links", async () => {
    await symlink(at("home"), at("link"));
    const { dir, userDir, oneStore } = await resolved({ dir: at("link/new"), userDir: at("home/new") });
    expect([dir, userDir, oneStore]).toEqual([at("home/new"), at("home/new"), true]);
  });

  test("at home warns of two stores there only once", async () => {
    await folders("home/.holdfast", "home/.pi/memory");
    expect((await resolved({ cwd: at("home") })).warnings).toHaveLength(1);
  });
});

describe("links", () => {
  test("a store that is a link is resolved once, and said when it leads out of the project", async () => {
    await folders("elsewhere");
    await symlink(at("elsewhere"), at("project/.holdfast"));
    const { dir, warnings } = await resolved();
    expect(dir).toBe(at("elsewhere"));
    expect(warnings).toEqual([expect.stringContaining(at("elsewhere"))]);
  });

  test("a store that is a link inside the project needs no word", async () => {
    await folders("project/data");
    await symlink("data", at("project/.holdfast"));
    expect(await resolved()).toMatchObject({ dir: at("project/data"), warnings: [] });
  });

  test("a store that is a link to nowhere is refused", async () => {
    await symlink(at("nowhere"), at("project/.holdfast"));
    await expect(resolved()).rejects.toMatchObject({ code: "store_unreadable" });
  });

  test("a project reached through a link has the same store", async () => {
    await symlink(at("project"), at("link"));
    expect(await resolved({ cwd: at("link/src") })).toEqual(await resolved());
  });
});

describe("a store that can't be a folder", () => {
  test.each([
    ["a file in its place", "project/.holdfast", {}],
    ["a file at the explicit place", "file", { dir: "../../file" }],
    ["a file on the way", "file", { dir: "../../file/store" }],
    ["a file in the person's place", "home/.holdfast", {}],
  ])("for %s is refused with a hint", async (_, path, over) => {
    await file(path);
    const error = await resolved(over).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "store_unreadable", message: expect.stringContaining(at(path)) });
    expect((error as { hint: string }).hint).toContain("HOLDFAST_DIR");
  });
});

test("at the top of the disk the store is there, too", async () => {
  const { root, dir } = await resolved({ cwd: "/" });
  expect(root).toBe("/");
  expect(["/.holdfast", "/.pi/memory"]).toContain(dir);
});
