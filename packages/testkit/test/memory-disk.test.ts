import { diskBattery, dyingDisk, memoryDisk } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";

async function openMemory() {
  const disk = memoryDisk();
  await disk.makeFolder("/root");
  return { disk, root: "/root", symlink: disk.symlink, close: async () => undefined };
}

diskBattery("A memory disk", openMemory);
diskBattery("A dying disk that lives", async () => {
  const opened = await openMemory();
  return { ...opened, disk: dyingDisk(opened.disk) };
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a power cut", () => {
  test("takes what was not synced", async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("a"));
    expect(disk.afterPowerCut().files()).toEqual({});
  });

  test("leaves an empty file when only its name was synced", async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("a"));
    await disk.syncFolder("/");
    expect(disk.afterPowerCut().files()).toEqual({ "/a": "" });
    expect(disk.files()).toEqual({ "/a": "a" });
  });

  test("leaves no file when only its bytes were synced", async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("a"));
    await disk.sync("/a");
    expect(disk.afterPowerCut().files()).toEqual({});
    expect(disk.afterPowerCut({ names: "kept" }).files()).toEqual({ "/a": "a" });
  });

  test("takes the tail that was appended since the sync, or leaves its first half", async () => {
    const disk = memoryDisk();
    await disk.create("/log", bytes("one\n"));
    await disk.sync("/log");
    await disk.syncFolder("/");
    await disk.append("/log", bytes("two\n"));
    expect(disk.afterPowerCut().files()).toEqual({ "/log": "one\n" });
    expect(disk.afterPowerCut({ bytes: "half" }).files()).toEqual({ "/log": "one\ntw" });
  });

  test("undoes a removal and a replacement that were not synced", async () => {
    const disk = memoryDisk();
    for (const path of ["/a", "/b", "/c"]) {
      await disk.create(path, bytes(path));
      await disk.sync(path);
    }
    await disk.syncFolder("/");
    await disk.unlink("/a");
    await disk.rename("/b", "/c");
    expect(disk.afterPowerCut().files()).toEqual({ "/a": "/a", "/b": "/b", "/c": "/c" });
    expect(disk.afterPowerCut({ names: "kept" }).files()).toEqual({ "/c": "/b" });
  });

  test("takes a whole folder whose own name was not synced", async () => {
    const disk = memoryDisk();
    await disk.makeFolder("/a/b");
    await disk.create("/a/b/file", bytes("x"));
    await disk.sync("/a/b/file");
    await disk.syncFolder("/a/b");
    await disk.syncFolder("/a");
    expect(await disk.afterPowerCut().list("/")).toEqual([]);
    await disk.syncFolder("/");
    expect(disk.afterPowerCut().files()).toEqual({ "/a/b/file": "x" });
  });

  test("keeps two names of one file together", async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("x"));
    await disk.link("/a", "/b");
    await disk.sync("/b");
    await disk.syncFolder("/");
    const found = disk.afterPowerCut();
    await found.append("/a", bytes("y"));
    expect(found.files()).toEqual({ "/a": "xy", "/b": "xy" });
  });

  test("leaves what is durable durable: a second cut takes nothing more", async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("abcd"));
    await disk.syncFolder("/");
    const found = disk.afterPowerCut({ bytes: "half" });
    expect(found.afterPowerCut().files()).toEqual(found.files());
  });
});

describe("a kill", () => {
  test("leaves everything that was done, durable or not", async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("a"));
    const found = disk.afterKill();
    expect(found.files()).toEqual({ "/a": "a" });
    expect(found.afterPowerCut().files()).toEqual({});
  });

  test("gives a disk of its own: neither sees what the other does then", async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("a"));
    const found = disk.afterKill();
    await disk.append("/a", bytes("b"));
    await found.unlink("/a");
    expect([disk.files(), found.files()]).toEqual([{ "/a": "ab" }, {}]);
  });
});

test("the clock ticks with each change, so that two runs of one scenario give the same times", async () => {
  const run = async () => {
    const disk = memoryDisk();
    await disk.create("/a", bytes("a"));
    const before = await disk.stat("/a");
    await disk.append("/a", bytes("b"));
    return [before, await disk.stat("/a")] as const;
  };
  const [before, after] = await run();
  expect(after!.mtimeMs).toBeGreaterThan(before!.mtimeMs);
  expect(await run()).toEqual([before, after]);
});

test("a link may lead through links, but not in a circle", async () => {
  const disk = memoryDisk();
  await disk.makeFolder("/real");
  await disk.create("/real/file", bytes("x"));
  await disk.symlink("real", "/one");
  await disk.symlink("/one", "/two");
  await disk.symlink("/circle", "/circle");
  expect(await disk.read("/two/file")).toEqual(bytes("x"));
  await expect(disk.read("/circle/file")).rejects.toMatchObject({ code: "disk_failed" });
});
