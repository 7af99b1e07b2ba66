import type { Disk, FileStat } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { findPiSessions, newestFirst, piSessionFolder } from "../src/index.ts";

test.each([
  ["/home/ada/shop", "--home-ada-shop--"],
  ["/", "----"],
  ["C:\\Users\\ada", "--C--Users-ada--"],
  ["/home/ada/my-shop", "--home-ada-my-shop--"],
])("the sessions of %s are in %s", (cwd, folder) => {
  expect(piSessionFolder(cwd)).toBe(folder);
});

test("the newest comes first; of two of the same time, always the same one", () => {
  const files = [
    { path: "a", mtimeMs: 1 },
    { path: "c", mtimeMs: 2 },
    { path: "b", mtimeMs: 2 },
  ];
  const order = ["c", "b", "a"];
  expect(newestFirst(files).map((file) => file.path)).toEqual(order);
  expect(newestFirst(files.toReversed()).map((file) => file.path)).toEqual(order);
});

/** As much of a disk as is looked at: files by path, with a session header for `cwd`. */
function diskWith(files: {
  [path: string]: { cwd?: string; at: number; text?: string; kind?: FileStat["kind"] };
}) {
  const reads: string[] = [];
  const paths = Object.keys(files);
  const disk: Pick<Disk, "list" | "stat" | "read"> = {
    async list(folder) {
      const inside = paths.filter((path) => path.startsWith(`${folder}/`));
      return [...new Set(inside.map((path) => path.slice(folder.length + 1).split("/")[0]!))].sort();
    },
    async stat(path) {
      const file = files[path];
      const times = { mtimeMs: file?.at ?? 0, ctimeMs: 0 };
      return file && { kind: file.kind ?? "file", size: 9, ino: 1, dev: 1, ...times };
    },
    async read(path) {
      reads.push(path);
      const file = files[path];
      if (file === undefined) return undefined;
      const text = file.text ?? JSON.stringify({ type: "session", id: "s", cwd: file.cwd });
      return new TextEncoder().encode(`${text}\n{"type":"message"}\n`);
    },
  };
  return { disk: disk as Disk, reads };
}

describe("the sessions of a project", () => {
  const sessions = "/agent/sessions";
  const { disk, reads } = diskWith({
    [`${sessions}/--w-shop--/old.jsonl`]: { cwd: "/w/shop", at: 1 },
    [`${sessions}/--w-shop--/new.jsonl`]: { cwd: "/w/shop", at: 5 },
    [`${sessions}/--w-shop-api--/below.jsonl`]: { cwd: "/w/shop/api", at: 4 },
    [`${sessions}/--w-shop-api--/beside.jsonl`]: { cwd: "/w/shop-api", at: 6 },
    [`${sessions}/--w-other--/other.jsonl`]: { cwd: "/w/other", at: 7 },
    [`${sessions}/--w-shop--/broken.jsonl`]: { text: "{", at: 8 },
    [`${sessions}/--w-shop--/notes.txt`]: { cwd: "/w/shop", at: 9 },
    [`${sessions}/--w-shop--/link.jsonl`]: { cwd: "/w/shop", at: 9, kind: "link" },
  });
  const names = async (roots: string[], options?: { most: number }) =>
    (await findPiSessions(disk, "/agent/", roots, options)).map(({ path }) => path.split("/").at(-1));

  test("are those started in it or below it, newest first; the header decides, not the folder", async () => {
    expect(await names(["/w/shop"])).toEqual(["new.jsonl", "below.jsonl", "old.jsonl"]);
    expect(await names(["/w/shop/"])).toEqual(["new.jsonl", "below.jsonl", "old.jsonl"]);
  });

  test("of several roots are found together, each once", async () => {
    expect(await names(["/w/shop", "/w/shop/api", "/w/other"])).toEqual([
      "other.jsonl",
      "new.jsonl",
      "below.jsonl",
      "old.jsonl",
    ]);
  });

  test("when only the newest is wanted, nothing older is read", async () => {
    reads.length = 0;
    expect(await names(["/w/shop"], { most: 1 })).toEqual(["new.jsonl"]);
    expect(reads.map((path) => path.split("/").at(-1))).toEqual([
      "broken.jsonl",
      "beside.jsonl",
      "new.jsonl",
    ]);
  });

  test("are none when there is no such folder", async () => {
    expect(await findPiSessions(disk, "/nowhere", ["/w/shop"])).toEqual([]);
  });

  test("a project at the root of the file system has them all", async () => {
    expect(await names(["/"])).toHaveLength(5);
  });
});
