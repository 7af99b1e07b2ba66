import { execFileSync } from "node:child_process";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Disk, isHoldfastError } from "@holdfast/schema";
import {
  Died,
  dyingDisk,
  everyDeath,
  failingDisk,
  type MemoryDisk,
  memoryDisk,
  runUntil,
} from "@holdfast/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diskFailure } from "../src/disk/disk-failure.ts";
import {
  appendDurably,
  confirmDurable,
  createDurably,
  isTempName,
  makeFolderDurably,
  removeDurably,
  replaceDurably,
} from "../src/disk/durable.ts";
import { realDisk } from "../src/disk/real-disk.ts";
import { withoutPrivilege } from "./without-privilege.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

describe("the real disk", () => {
  let root: string;
  const disk = realDisk();
  beforeEach(async () => {
    root = await fs.mkdtemp(join(tmpdir(), "holdfast-disk-"));
  });
  afterEach(() => fs.rm(root, { recursive: true, force: true }));
  const at = (...parts: string[]) => join(root, ...parts);
  const modeOf = async (path: string) => (await fs.stat(path)).mode & 0o777;

  test("keeps files and folders to their owner", async () => {
    await disk.makeFolder(at("a", "b"));
    await disk.create(at("a", "created"), bytesOf("x"));
    await disk.append(at("a", "appended"), bytesOf("x"));
    await replaceDurably(disk, at("a", "replaced"), bytesOf("x"));
    expect([await modeOf(at("a")), await modeOf(at("a", "b"))]).toEqual([0o700, 0o700]);
    for (const name of ["created", "appended", "replaced"]) expect(await modeOf(at("a", name))).toBe(0o600);
  });

  test("takes permissions from others, leaves the owner's as they are, and follows no link", async () => {
    await disk.create(at("open"), bytesOf("x"));
    await fs.chmod(at("open"), 0o466);
    expect((await disk.stat(at("open")))?.isPrivate).toBe(false);
    await fs.symlink(at("open"), at("link"));
    await expect(disk.makePrivate(at("link"))).rejects.toMatchObject({ code: "disk_failed" });
    expect(await modeOf(at("open"))).toBe(0o466);
    await disk.makePrivate(at("open"));
    expect(await modeOf(at("open"))).toBe(0o400);
    expect((await disk.stat(at("open")))?.isPrivate).toBe(true);
  });

  test("does not wait for a pipe that someone put where a file belongs", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    expect((await disk.stat(at("pipe")))?.kind).toBe("other");
    await expect(disk.read(at("pipe"))).rejects.toMatchObject({ code: "disk_failed" });
    await expect(disk.append(at("pipe"), bytesOf("x"))).rejects.toMatchObject({ code: "disk_failed" });
  });

  test("reads what a file holds by now when it grew while it was read", async () => {
    await fs.writeFile(at("big"), "a".repeat(3_000_000));
    const reading = disk.read(at("big"));
    await fs.appendFile(at("big"), "b");
    const text = textOf(await reading)!;
    expect(text.startsWith("a".repeat(3_000_000))).toBe(true);
  });

  test("says that a place may not be written, and what to do", async () => {
    await fs.chmod(root, 0o555);
    const create = () => disk.create(at("file"), bytesOf("x")).catch((thrown: unknown) => thrown);
    const error = await withoutPrivilege(create);
    await fs.chmod(root, 0o700);
    expect(error).toMatchObject({
      code: "store_read_only",
      message: `Could not write ${at("file")}: permission denied.`,
      hint: expect.stringContaining("permission"),
    });
  });

  test("a folder that can't be made anywhere fails at once", async () => {
    const place = process.platform === "linux" ? "/proc/nope/deep" : at("file", "deep");
    if (process.platform !== "linux") await fs.writeFile(at("file"), "");
    await expect(disk.makeFolder(place)).rejects.toMatchObject({ name: "HoldfastError" });
  });

  test("makes files durable from many processes' points of view: of two who create one name, one does", async () => {
    const names = Array.from({ length: 8 }, (_, i) => `save ${i}`);
    const created = await Promise.all(
      names.map((text) => createDurably(disk, [{ path: at("staging", "one"), bytes: bytesOf(text) }])),
    );
    const winners = names.filter((_, i) => created[i]?.[0]);
    expect(winners).toHaveLength(1);
    expect(textOf(await disk.read(at("staging", "one")))).toBe(winners[0]);
    expect(await disk.list(at("staging"))).toEqual(["one"]);
  });
});

describe("a failure of the operating system", () => {
  const table: [system: string, code: string, message: string][] = [
    ["ENOSPC", "disk_full", "Could not write /m/a: the disk is full."],
    ["EDQUOT", "disk_full", "Could not write /m/a: the disk quota is used up."],
    ["EACCES", "store_read_only", "Could not write /m/a: permission denied."],
    ["EPERM", "store_read_only", "Could not write /m/a: permission denied."],
    ["EROFS", "store_read_only", "Could not write /m/a: the file system is read-only."],
    [
      "ELOOP",
      "disk_failed",
      "Could not write /m/a: it is a link, and links inside a memory folder are not followed.",
    ],
    ["ENOTDIR", "disk_failed", "Could not write /m/a: it is not a folder."],
    ["EIO", "disk_failed", "Could not write /m/a: EIO."],
  ];
  test.each(table)("%s is %s, says where and why, and that nothing is lost", (system, code, message) => {
    const cause = Object.assign(new TypeError("x"), { code: system });
    const error = diskFailure(cause, "write", "/m/a");
    expect(error).toMatchObject({
      code,
      message,
      cause,
      hint: expect.stringMatching(/\. Nothing .* is lost\.$/),
    });
  });
});

describe("creating durably", () => {
  const files = [
    { path: "/m/lessons/a.md", bytes: bytesOf("first") },
    { path: "/m/lessons/b.md", bytes: bytesOf("second") },
    { path: "/m/domain/c.md", bytes: bytesOf("third") },
  ];
  const create = (disk: Disk) => createDurably(disk, files);

  test("survives a power cut once it returned, folders too", { tags: ["durable-step"] }, async () => {
    const disk = memoryDisk();
    expect(await create(disk)).toEqual([true, true, true]);
    expect(disk.afterPowerCut().files()).toEqual({
      "/m/lessons/a.md": "first",
      "/m/lessons/b.md": "second",
      "/m/domain/c.md": "third",
    });
  });

  test("leaves what exists as it is, says so, and creates the others", async () => {
    const disk = memoryDisk();
    await createDurably(disk, [{ path: "/m/lessons/b.md", bytes: bytesOf("theirs") }]);
    expect(await create(disk)).toEqual([true, false, true]);
    expect(disk.files()["/m/lessons/b.md"]).toBe("theirs");
    expect(Object.keys(disk.files())).toHaveLength(3);
  });

  test("of two files of one name in a group, the first is created", async () => {
    const twice = [files[0]!, { path: files[0]!.path, bytes: bytesOf("again") }];
    const disk = memoryDisk();
    expect(await createDurably(disk, twice)).toEqual([true, false]);
    expect(disk.files()).toEqual({ "/m/lessons/a.md": "first" });
  });

  test("syncs the names of a folder once a group, after the last one was given", async () => {
    const disk = memoryDisk();
    await makeFolderDurably(disk, "/m/lessons");
    await makeFolderDurably(disk, "/m/domain");
    const counted = dyingDisk(disk);
    await create(counted);
    const steps = counted.changes.map(({ name, path }) => `${name} ${path}`);
    for (const folder of ["/m/lessons", "/m/domain"]) {
      expect(steps.filter((step) => step === `syncFolder ${folder}`)).toHaveLength(1);
    }
    expect(steps.slice(-2)).toEqual(["syncFolder /m/lessons", "syncFolder /m/domain"]);
  });

  test("killed or cut off anywhere, each file is whole or missing, and repeating completes it", {
    tags: ["durable-step"],
  }, async () => {
    for (const death of await everyDeath(create)) {
      const disk = await runUntil(death, create);
      for (const found of [disk.afterKill(), ...cuts(disk)]) {
        expect(wholeOrMissing(found.files()), death.title).toEqual([]);
        await create(found);
        expect(withoutTemps(found.afterPowerCut().files()), death.title).toEqual(textsOf(files));
      }
    }
  });

  test("that fails anywhere throws, leaves no temporary file, and can be repeated", async () => {
    for (const code of ["disk_full", "disk_failed"] as const) {
      for (let at = 1; ; at++) {
        const disk = memoryDisk();
        const failing = failingDisk(disk, { at, code });
        const error = await create(failing).catch((thrown: unknown) => thrown);
        if (failing.failures === 0) break;
        expect(isHoldfastError(error, code), `step ${at}: ${error}`).toBe(true);
        expect(Object.keys(disk.files()).filter((path) => isTempName(path.split("/").at(-1)!))).toEqual([]);
        await create(disk);
        expect(disk.afterPowerCut().files()).toEqual(textsOf(files));
      }
    }
  });

  test("passes over the temporary file of a dead process", async () => {
    const disk = memoryDisk();
    await makeFolderDurably(disk, "/m/lessons");
    await disk.create(`/m/lessons/.a.md.${process.pid}-0.tmp`, bytesOf("half"));
    await createDurably(disk, files.slice(0, 1));
    expect(disk.files()["/m/lessons/a.md"]).toBe("first");
  });

  test("keeps temporary names short enough for a name of 255 bytes", async () => {
    const root = await fs.mkdtemp(join(tmpdir(), "holdfast-disk-"));
    try {
      for (const name of ["n".repeat(255), "日".repeat(85)]) {
        await replaceDurably(realDisk(), join(root, name), bytesOf("x"));
        expect(await realDisk().list(root)).toContain(name);
      }
    } finally {
      await fs.rm(root, { recursive: true });
    }
  });

  function wholeOrMissing(found: { [path: string]: string }): string[] {
    const expected = textsOf(files);
    return Object.keys(expected).filter((path) => path in found && found[path] !== expected[path]);
  }
});

describe("replacing durably", () => {
  const replace = async (disk: Disk) => {
    await createDurably(disk, [{ path: "/m/a", bytes: bytesOf("old") }]);
    await replaceDurably(disk, "/m/a", bytesOf("the new one"));
  };

  test("leaves the old or the new, whole, wherever it dies, and the new once it returned", async () => {
    const undisturbed = memoryDisk();
    await replace(undisturbed);
    expect(undisturbed.afterPowerCut().files()).toEqual({ "/m/a": "the new one" });
    for (const death of await everyDeath(replace)) {
      const disk = await runUntil(death, replace);
      for (const found of [disk.afterKill(), ...cuts(disk)]) {
        const { "/m/a": text } = withoutTemps(found.files());
        expect([undefined, "old", "the new one"], death.title).toContain(text);
      }
    }
  });
});

describe("appending durably", () => {
  const append = async (disk: Disk) => {
    await appendDurably(disk, "/m/ledger.jsonl", bytesOf("one\n"));
    await appendDurably(disk, "/m/ledger.jsonl", bytesOf("two\n"));
  };

  test("is durable when it returns, the first time too", async () => {
    const disk = memoryDisk();
    await append(disk);
    expect(disk.afterPowerCut().files()).toEqual({ "/m/ledger.jsonl": "one\ntwo\n" });
  });

  test("after a death anywhere, the next append is durable all the same", async () => {
    for (const death of await everyDeath(append)) {
      const disk = (await runUntil(death, append)).afterKill();
      await appendDurably(disk, "/m/ledger.jsonl", bytesOf("three\n"));
      const found = disk.afterPowerCut().files()["/m/ledger.jsonl"];
      expect(found, death.title).toMatch(/three\n$/);
    }
  });
});

describe("the rest", () => {
  test("removing is durable, and says when there was nothing", async () => {
    const disk = memoryDisk();
    await createDurably(disk, [{ path: "/m/a", bytes: bytesOf("x") }]);
    expect(await removeDurably(disk, "/m/a")).toBe(true);
    expect(await removeDurably(disk, "/m/a")).toBe(false);
    expect(disk.afterPowerCut().files()).toEqual({});
  });

  test("confirming makes durable what a dead process wrote and did not sync", async () => {
    const disk = memoryDisk();
    await makeFolderDurably(disk, "/m/lessons");
    await disk.append("/m/ledger.jsonl", bytesOf("one\n"));
    await disk.create("/m/lessons/a.md", bytesOf(""));
    const places = { files: ["/m/ledger.jsonl", "/m/none"], folders: ["/m", "/m/lessons", "/m/no"] };
    await confirmDurable(disk, places);
    expect(disk.afterPowerCut().files()).toEqual({ "/m/ledger.jsonl": "one\n", "/m/lessons/a.md": "" });
  });

  test.each([
    [".a.md.12-0.tmp", true],
    ["..12-0.tmp", true],
    [".a\nb.12-345.tmp", true],
    ["a.md", false],
    ["a.md.12-0.tmp", false],
    [".gitignore", false],
    [".a.tmp", false],
  ])("the name %j is a temporary one: %s", (name, expected) => {
    expect(isTempName(name)).toBe(expected);
  });

  test("a dead disk's last words reach the caller, not what cleaning up met", async () => {
    const disk = dyingDisk(memoryDisk(), { at: 3, when: "before" });
    await expect(createDurably(disk, [{ path: "/m/a", bytes: bytesOf("x") }])).rejects.toThrow(Died);
  });
});

/** The disk as several kinds of power cuts leave it. */
function cuts(disk: MemoryDisk): MemoryDisk[] {
  return (["lost", "half"] as const).flatMap((bytes) =>
    (["lost", "kept"] as const).map((names) => disk.afterPowerCut({ bytes, names })),
  );
}

function withoutTemps(files: { [path: string]: string }): { [path: string]: string } {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !isTempName(path.split("/").at(-1)!)));
}

function textsOf(files: readonly { path: string; bytes: Uint8Array }[]): { [path: string]: string } {
  return Object.fromEntries(files.map(({ path, bytes }) => [path, textOf(bytes)!]));
}
