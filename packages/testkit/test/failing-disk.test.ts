import { failingDisk, forgetfulDisk, memoryDisk } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";

const bytes = (text: string) => new TextEncoder().encode(text);

test("one step fails with the code asked for, and the next works", async () => {
  const memory = memoryDisk();
  const disk = failingDisk(memory, { at: 2, code: "disk_failed" });
  await disk.create("/a", bytes("a"));
  await expect(disk.create("/b", bytes("b"))).rejects.toMatchObject({ code: "disk_failed" });
  expect(await disk.create("/b", bytes("b"))).toBe(true);
  expect([memory.files(), disk.failures, disk.changes.length]).toEqual([{ "/a": "a", "/b": "b" }, 1, 3]);
});

test("a lasting failure lasts until it is healed, and reading works on", async () => {
  const disk = failingDisk(memoryDisk(), { at: 2, code: "store_read_only", lasting: true });
  await disk.create("/a", bytes("a"));
  for (const act of [() => disk.unlink("/a"), () => disk.sync("/a"), () => disk.makeFolder("/f")])
    await expect(act()).rejects.toMatchObject({ code: "store_read_only" });
  expect(await disk.read("/a")).toEqual(bytes("a"));
  disk.heal();
  expect(await disk.unlink("/a")).toBe(true);
});

describe("a full disk", () => {
  test("leaves the first half of what was to be written", async () => {
    const memory = memoryDisk();
    const disk = failingDisk(memory, { at: 1, code: "disk_full", lasting: true });
    await expect(disk.create("/a", bytes("half"))).rejects.toMatchObject({ code: "disk_full" });
    await expect(disk.append("/log", bytes("line\n"))).rejects.toMatchObject({ code: "disk_full" });
    expect(memory.files()).toEqual({ "/a": "ha", "/log": "li" });
  });
});

test("a broken disk leaves half of what was to be written only when it is asked to", async () => {
  for (const [short, left] of [
    [true, { "/a": "ha" }],
    [false, {}],
  ] as const) {
    const memory = memoryDisk();
    const disk = failingDisk(memory, { at: 1, code: "disk_failed", short });
    await expect(disk.create("/a", bytes("half"))).rejects.toMatchObject({ code: "disk_failed" });
    expect(memory.files()).toEqual(left);
  }
});

test("a forgetful disk shows what it could not sync, says that it is synced, and loses it; what is cut off and written again stays", async () => {
  const memory = memoryDisk();
  const disk = forgetfulDisk(memory, 2);
  await disk.create("/log", bytes("one\n"));
  await disk.sync("/log");
  await disk.syncFolder("/");
  await disk.append("/log", bytes("two\n"));
  await expect(disk.sync("/log")).rejects.toMatchObject({ code: "disk_failed" });
  await disk.sync("/log");
  expect([memory.files(), memory.afterPowerCut().files()]).toEqual([
    { "/log": "one\ntwo\n" },
    { "/log": "one\n" },
  ]);
  await disk.truncate("/log", 4);
  await disk.append("/log", bytes("two\n"));
  await disk.sync("/log");
  expect(memory.afterPowerCut().files()).toEqual({ "/log": "one\ntwo\n" });
});

test("a failed sync leaves nothing durable", async () => {
  const memory = memoryDisk();
  const disk = failingDisk(memory, { at: 2, code: "disk_failed" });
  await disk.create("/a", bytes("a"));
  await expect(disk.sync("/a")).rejects.toMatchObject({ code: "disk_failed" });
  await disk.syncFolder("/");
  expect(memory.afterPowerCut().files()).toEqual({ "/a": "" });
});
