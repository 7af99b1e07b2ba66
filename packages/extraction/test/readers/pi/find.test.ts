import type { Disk, FileStat } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { piReader } from "../../../src/readers/pi/pi-reader.ts";
import { piSessionFolder } from "../../../src/readers/pi/pi-session-folder.ts";

test.each([
  ["/home/ada/shop", "--home-ada-shop--"],
  ["/", "----"],
  ["C:\\Users\\ada", "--C--Users-ada--"],
  ["/home/ada/my-shop", "--home-ada-my-shop--"],
])("the sessions of %s are in %s", (cwd, folder) => {
  expect(piSessionFolder(cwd)).toBe(folder);
});

/** As much of a disk as is looked at: files by path, with a session header for `cwd`. */
function diskWith(files: {
  [path: string]: { cwd?: string; at: number; text?: string; kind?: FileStat["kind"] };
}) {
  const reads: string[] = [];
  const paths = Object.keys(files);
  const disk: Pick<Disk, "list" | "stat" | "readFrom"> = {
    async list(folder) {
      const inside = paths.filter((path) => path.startsWith(`${folder}/`));
      return [...new Set(inside.map((path) => path.slice(folder.length + 1).split("/")[0]!))].sort();
    },
    async stat(path) {
      const below = paths.some((one) => one.startsWith(`${path}/`));
      const file = below ? { at: 0, kind: "folder" as const } : files[path];
      const times = { mtimeMs: file?.at ?? 0, ctimeMs: 0 };
      return file && { kind: file.kind ?? "file", size: 9, ino: 1, dev: 1, isPrivate: true, ...times };
    },
    async readFrom(path, offset, length = Number.POSITIVE_INFINITY) {
      reads.push(path);
      const file = files[path];
      if (file === undefined) return undefined;
      const text = file.text ?? JSON.stringify({ type: "session", id: "s", cwd: file.cwd });
      return new TextEncoder().encode(`${text}\n{"type":"message"}\n`).subarray(offset, offset + length);
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
  const names = async (roots: string[], { most = 100 }: { most?: number } = {}) =>
    (await piReader.find({ disk, home: "/agent/", roots, most })).map(({ path }) => path.split("/").at(-1));

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
    expect(await piReader.find({ disk, home: "/nowhere", roots: ["/w/shop"], most: 9 })).toEqual([]);
  });

  test("a project at the root of the file system has them all", async () => {
    expect(await names(["/"])).toHaveLength(5);
  });

  test("a header longer than 64 kB is read to its end, and no file further than 1 MB", async () => {
    const long = (length: number) =>
      JSON.stringify({ type: "session", id: "s".repeat(length), cwd: "/w/shop" });
    const { disk, reads } = diskWith({
      [`${sessions}/--w-shop--/long.jsonl`]: { text: long(200_000), at: 1 },
      [`${sessions}/--w-shop--/endless.jsonl`]: { text: long(5_000_000), at: 2 },
    });
    const found = await piReader.find({ disk, home: "/agent", roots: ["/w/shop"], most: 9 });
    expect(found.map(({ path }) => path.split("/").at(-1))).toEqual(["long.jsonl"]);
    expect(reads.length).toBeLessThan(8);
  });
});
