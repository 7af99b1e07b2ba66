import { join } from "node:path";
import { type Disk, isHoldfastError } from "@holdfast/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** A disk to be tested, and an empty folder of its own on it. */
export interface OpenDisk {
  readonly disk: Disk;
  readonly root: string;
  close(): Promise<void>;
}

/**
 * Registers a test for every promise of the `Disk` port, but for what only a power cut or `ls -l` can show; those about links
 * where `symlink` can put one at a path.
 */
export function diskBattery(
  name: string,
  open: () => Promise<OpenDisk>,
  symlink?: (target: string, path: string) => Promise<void>,
): void {
  describe(`${name} keeps the promises of a disk`, () => {
    let opened: OpenDisk;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const at = (...parts: string[]) => join(opened.root, ...parts);
    const write = (path: string, text: string) => opened.disk.create(path, bytesOf(text));
    const read = async (path: string) => textOf(await opened.disk.read(path));

    const surveyed = async (path: string) => {
      const found = [];
      for await (const some of opened.disk.survey(path)) found.push(...some);
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    };

    describe("reading", () => {
      test("what is missing is undefined, false or an empty list", async () => {
        const { disk } = opened;
        for (const path of [at("none"), at("no", "such", "place")]) {
          expect(await disk.read(path)).toBeUndefined();
          expect(await disk.readFrom(path, 3)).toBeUndefined();
          expect(await disk.stat(path)).toBeUndefined();
          expect(await disk.list(path)).toEqual([]);
          expect(await surveyed(path)).toEqual([]);
          expect(await disk.unlink(path)).toBe(false);
        }
      });

      test("any bytes come back as they were", async () => {
        const all = Uint8Array.from({ length: 512 }, (_, i) => i % 256);
        await opened.disk.create(at("bytes"), all);
        expect([...(await opened.disk.read(at("bytes")))!]).toEqual([...all]);
      });

      test("an empty file is not a missing one", async () => {
        await write(at("empty"), "");
        expect(await read(at("empty"))).toBe("");
        expect(await opened.disk.readFrom(at("empty"), 5)).toHaveLength(0);
      });

      test("readFrom gives the bytes from the offset on, none past the end", async () => {
        await write(at("file"), "0123456789");
        const from = async (offset: number) => textOf(await opened.disk.readFrom(at("file"), offset));
        expect(await from(0)).toBe("0123456789");
        expect(await from(7)).toBe("789");
        expect(await from(10)).toBe("");
        expect(await from(99)).toBe("");
      });

      test("readFrom gives no more than is asked for, and what is there when that is less", async () => {
        await write(at("file"), "0123456789");
        const part = async (offset: number, length: number) =>
          textOf(await opened.disk.readFrom(at("file"), offset, length));
        expect(await part(0, 4)).toBe("0123");
        expect(await part(7, 2)).toBe("78");
        expect(await part(7, 3)).toBe("789");
        expect(await part(7, 99)).toBe("789");
        expect(await part(3, 0)).toBe("");
        expect(await part(10, 4)).toBe("");
        expect(await part(99, 4)).toBe("");
        expect(await opened.disk.readFrom(at("none"), 0, 4)).toBeUndefined();
        await expectFailure(opened.disk.readFrom(opened.root, 0, 4), opened.root);
      });

      test("bytes that were read are the reader's own", async () => {
        await write(at("file"), "abc");
        (await opened.disk.read(at("file")))!.fill(0);
        expect(await read(at("file"))).toBe("abc");
      });

      test("list gives names only, of files and folders, sorted", async () => {
        for (const name of ["b", "a", "B", "10", "9", "é", "日本", ".hidden"]) await write(at(name), name);
        await opened.disk.makeFolder(at("folder", "inner"));
        const sorted = [".hidden", "10", "9", "B", "a", "b", "folder", "é", "日本"];
        expect(await opened.disk.list(opened.root)).toEqual(sorted);
      });

      test("a name may hold blanks, quotes, emoji and other scripts", async () => {
        for (const name of ["with blank", 'it\'s "quoted"', "🧠", "ключ", "-rf", "a\\b".replace("\\", "_")]) {
          expect(await write(at(name), name)).toBe(true);
          expect(await read(at(name))).toBe(name);
        }
      });

      test("stat tells kind and size, and a change of the file shows", async () => {
        await write(at("file"), "four");
        const before = (await opened.disk.stat(at("file")))!;
        expect(before).toMatchObject({ kind: "file", size: 4 });
        await opened.disk.append(at("file"), bytesOf("more"));
        const after = (await opened.disk.stat(at("file")))!;
        expect(after).toMatchObject({ kind: "file", size: 8, ino: before.ino, dev: before.dev });
        expect(after.mtimeMs).toBeGreaterThanOrEqual(before.mtimeMs);
        expect(after.ctimeMs).toBeGreaterThanOrEqual(before.ctimeMs);
        expect(await opened.disk.stat(opened.root)).toMatchObject({ kind: "folder" });
      });

      test("survey gives every name of a folder, and what stat gives of each", async () => {
        const names = Array.from({ length: 2_500 }, (_, nth) => `file ${nth}`);
        await Promise.all(names.map((name) => write(at(name), name)));
        await opened.disk.makeFolder(at("folder", "inner"));
        const found = await surveyed(opened.root);
        expect(found.map(({ name }) => name)).toEqual([...names, "folder"].sort());
        for (const { name, stat } of found.filter((_, nth) => nth % 100 === 0)) {
          const { size, mtimeMs, ctimeMs, ino } = (await opened.disk.stat(at(name)))!;
          const { size: s, mtimeMs: m, ctimeMs: c, ino: i } = stat;
          expect([s, m, c, i]).toEqual([size, mtimeMs, ctimeMs, ino]);
        }
      });

      test("a survey that nobody reads to its end does no harm", async () => {
        const names = Array.from({ length: 3_000 }, (_, nth) => `file ${nth}`);
        await Promise.all(names.map((name) => write(at(name), "")));
        for (let times = 0; times < 5; times++) {
          for await (const some of opened.disk.survey(opened.root)) {
            expect(some.length).toBeGreaterThan(0);
            break;
          }
        }
        expect(await surveyed(opened.root)).toHaveLength(3_000);
      });

      test("a file is no folder, and a folder no file", async () => {
        await write(at("file"), "x");
        await expectFailure(opened.disk.list(at("file")), at("file"));
        await expectFailure(surveyed(at("file")), at("file"));
        await expectFailure(opened.disk.read(opened.root), opened.root);
        await expectFailure(opened.disk.readFrom(opened.root, 0), opened.root);
      });
    });

    describe("writing", () => {
      test("create writes a new file", async () => {
        expect(await write(at("file"), "new")).toBe(true);
        expect(await read(at("file"))).toBe("new");
      });

      test("create gives false and changes nothing when the path exists", async () => {
        await write(at("file"), "first");
        await opened.disk.makeFolder(at("folder"));
        expect(await write(at("file"), "second")).toBe(false);
        expect(await write(at("folder"), "second")).toBe(false);
        expect(await read(at("file"))).toBe("first");
        expect(await opened.disk.list(at("folder"))).toEqual([]);
      });

      test("truncate keeps the first bytes, and what is appended follows them", async () => {
        await write(at("log"), "one\ntwo\n");
        await opened.disk.truncate(at("log"), 4);
        expect(await read(at("log"))).toBe("one\n");
        await opened.disk.append(at("log"), bytesOf("three\n"));
        expect(await read(at("log"))).toBe("one\nthree\n");
        await opened.disk.truncate(at("log"), 0);
        expect(await read(at("log"))).toBe("");
        await expectFailure(opened.disk.truncate(at("none"), 0), at("none"));
        await expectFailure(opened.disk.truncate(opened.root, 0), opened.root);
      });

      test("of many who create one path at once, one does", async () => {
        const texts = Array.from({ length: 20 }, (_, i) => `writer ${i}`);
        const created = await Promise.all(texts.map((text) => write(at("file"), text)));
        expect(created.filter(Boolean)).toHaveLength(1);
        expect(await read(at("file"))).toBe(texts[created.indexOf(true)]);
      });

      test("append adds at the end, and creates", async () => {
        await opened.disk.append(at("log"), bytesOf("one\n"));
        await opened.disk.append(at("log"), bytesOf("two\n"));
        await opened.disk.append(at("log"), bytesOf(""));
        expect(await read(at("log"))).toBe("one\ntwo\n");
      });

      test("bytes that were written may change afterwards without changing the file", async () => {
        const bytes = bytesOf("kept");
        await opened.disk.create(at("created"), bytes);
        await opened.disk.append(at("appended"), bytes);
        bytes.fill(0);
        expect([await read(at("created")), await read(at("appended"))]).toEqual(["kept", "kept"]);
      });

      test("a sync of what is there succeeds and changes nothing", async () => {
        await write(at("file"), "text");
        await opened.disk.sync(at("file"));
        await opened.disk.syncFolder(opened.root);
        expect(await read(at("file"))).toBe("text");
        expect(await opened.disk.list(opened.root)).toEqual(["file"]);
      });

      test("makeFolder creates parents, and a folder that exists is no error", async () => {
        await opened.disk.makeFolder(at("a", "b", "c"));
        await opened.disk.makeFolder(at("a", "b", "c"));
        expect(await opened.disk.list(at("a", "b"))).toEqual(["c"]);
        expect(await opened.disk.stat(at("a", "b", "c"))).toMatchObject({ kind: "folder" });
      });

      test.each<[string, (disk: Disk) => Promise<unknown>]>([
        ["create in a missing folder", (disk) => disk.create(at("none", "file"), bytesOf("x"))],
        ["append in a missing folder", (disk) => disk.append(at("none", "file"), bytesOf("x"))],
        ["append to a folder", (disk) => disk.append(opened.root, bytesOf("x"))],
        ["sync of a missing file", (disk) => disk.sync(at("none"))],
        ["makePrivate of a missing file", (disk) => disk.makePrivate(at("none"))],
        ["syncFolder of a missing folder", (disk) => disk.syncFolder(at("none"))],
        ["link of a missing file", (disk) => disk.link(at("none"), at("to"))],
        ["rename of a missing file", (disk) => disk.rename(at("none"), at("to"))],
        ["unlink of a folder", (disk) => disk.unlink(opened.root)],
        ["a name longer than 255 bytes", (disk) => disk.create(at("x".repeat(256)), bytesOf("x"))],
        ["a name with NUL", (disk) => disk.create(at("a\0b"), bytesOf("x"))],
      ])("%s fails, names the path, and changes nothing", async (_, act) => {
        await expectFailure(act(opened.disk), opened.root);
        expect(await opened.disk.list(opened.root)).toEqual([]);
      });

      test("a folder where a file stands is refused", async () => {
        await write(at("file"), "x");
        await expectFailure(opened.disk.makeFolder(at("file")), at("file"));
        expect(await read(at("file"))).toBe("x");
      });
    });

    describe("names", () => {
      test("link gives one file a second name", async () => {
        await write(at("a"), "one");
        expect(await opened.disk.link(at("a"), at("b"))).toBe(true);
        await opened.disk.append(at("b"), bytesOf(" more"));
        expect(await read(at("a"))).toBe("one more");
        const [a, b] = [await opened.disk.stat(at("a")), await opened.disk.stat(at("b"))];
        expect([a?.ino, a?.dev]).toEqual([b?.ino, b?.dev]);
        await opened.disk.unlink(at("a"));
        expect(await read(at("b"))).toBe("one more");
      });

      test("link gives false and changes nothing when the name is taken", async () => {
        await write(at("a"), "one");
        await write(at("b"), "two");
        expect(await opened.disk.link(at("a"), at("b"))).toBe(false);
        expect(await opened.disk.link(at("a"), at("a"))).toBe(false);
        expect(await read(at("b"))).toBe("two");
      });

      test("of many who link to one name at once, one does", async () => {
        const names = Array.from({ length: 10 }, (_, i) => `from-${i}`);
        for (const name of names) await write(at(name), name);
        const linked = await Promise.all(names.map((name) => opened.disk.link(at(name), at("to"))));
        expect(linked.filter(Boolean)).toHaveLength(1);
        expect(await read(at("to"))).toBe(names[linked.indexOf(true)]);
      });

      test("rename moves a file, and replaces what was there", async () => {
        await write(at("a"), "one");
        await write(at("b"), "two");
        await opened.disk.makeFolder(at("folder"));
        await opened.disk.rename(at("a"), at("b"));
        await opened.disk.rename(at("b"), at("folder", "c"));
        expect(await opened.disk.list(opened.root)).toEqual(["folder"]);
        expect(await read(at("folder", "c"))).toBe("one");
      });

      test("whoever reads while a file is replaced finds the old or the new, whole", async () => {
        const [old, young] = ["old".repeat(20_000), "new".repeat(30_000)];
        await write(at("file"), old);
        await write(at("next"), young);
        const reads = Array.from({ length: 20 }, () => read(at("file")));
        const [, ...seen] = await Promise.all([opened.disk.rename(at("next"), at("file")), ...reads]);
        for (const text of seen) expect([old, young].includes(text!)).toBe(true);
        expect((await read(at("file"))) === young).toBe(true);
      });

      test("unlink removes a file once", async () => {
        await write(at("a"), "one");
        expect(await opened.disk.unlink(at("a"))).toBe(true);
        expect(await opened.disk.unlink(at("a"))).toBe(false);
        expect(await opened.disk.list(opened.root)).toEqual([]);
      });
    });

    if (symlink === undefined) return;
    describe("links", () => {
      const linkTo = (target: string, name: string) => symlink(target, at(name));
      beforeEach(async () => {
        await opened.disk.makeFolder(at("real"));
        await write(at("real", "file"), "behind");
        await linkTo(at("real", "file"), "to-file");
        await linkTo(at("real"), "to-folder");
        await linkTo(at("nowhere"), "dangling");
      });

      test("stat tells a link from what it points to", async () => {
        for (const name of ["to-file", "to-folder", "dangling"])
          expect(await opened.disk.stat(at(name))).toMatchObject({ kind: "link" });
      });

      test("no method reads or writes through a link", async () => {
        const { disk } = opened;
        for (const name of ["to-file", "dangling"]) {
          await expectFailure(disk.read(at(name)), at(name));
          await expectFailure(disk.readFrom(at(name), 0), at(name));
          await expectFailure(disk.append(at(name), bytesOf("x")), at(name));
          await expectFailure(disk.sync(at(name)), at(name));
          expect(await disk.create(at(name), bytesOf("x"))).toBe(false);
        }
        await expectFailure(disk.list(at("to-folder")), at("to-folder"));
        await expectFailure(disk.syncFolder(at("to-folder")), at("to-folder"));
        expect(await read(at("real", "file"))).toBe("behind");
        expect(await disk.stat(at("nowhere"))).toBeUndefined();
      });

      test("rename and unlink work on the link, never on what it points to", async () => {
        await write(at("new"), "new");
        await opened.disk.rename(at("new"), at("to-file"));
        expect(await opened.disk.stat(at("to-file"))).toMatchObject({ kind: "file" });
        expect(await opened.disk.unlink(at("to-folder"))).toBe(true);
        expect(await read(at("real", "file"))).toBe("behind");
      });

      test("a link on the way is followed", async () => {
        expect(await read(at("to-folder", "file"))).toBe("behind");
        expect(await write(at("to-folder", "more"), "more")).toBe(true);
        expect(await opened.disk.list(at("real"))).toEqual(["file", "more"]);
      });
    });
  });
}

async function expectFailure(act: Promise<unknown>, path: string): Promise<void> {
  const error = await act.then(
    () => "it succeeded",
    (thrown: unknown) => thrown,
  );
  const codes = ["disk_failed", "store_read_only"] as const; // to remove a folder is not permitted on some systems
  expect(
    codes.some((code) => isHoldfastError(error, code)),
    `a failure expected, but ${error}`,
  ).toBe(true);
  expect((error as Error).message).toContain(path.replaceAll("\0", "?"));
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}
