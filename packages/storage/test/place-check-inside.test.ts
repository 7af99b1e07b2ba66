import { memoryDisk } from "@holdfast/testkit";
import { expect, test } from "vitest";
import { checkInside, storeNames } from "../src/place/check-inside.ts";

test.each(storeNames)("a store in which %s is a link is refused by its path", async (name) => {
  const disk = memoryDisk();
  await disk.makeFolder("/store");
  await disk.symlink("/elsewhere", `/store/${name}`);
  await expect(checkInside(disk, "/store")).rejects.toMatchObject({
    code: "store_unreadable",
    message: expect.stringContaining(`/store/${name} is a link`),
  });
});

test("a pipe in place of a file is refused: reading it would wait for ever", async () => {
  const disk = memoryDisk();
  const withPipe = {
    ...disk,
    stat: async () => ({
      kind: "other" as const,
      size: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      ino: 1,
      dev: 1,
      isPrivate: true,
    }),
  };
  await expect(checkInside(withPipe, "/store")).rejects.toMatchObject({ code: "store_unreadable" });
});

test("a store that is plain, or not there yet, passes", async () => {
  const disk = memoryDisk();
  await checkInside(disk, "/store");
  await disk.makeFolder("/store/lessons");
  await disk.create("/store/ledger.jsonl", new Uint8Array());
  await disk.symlink("/elsewhere", "/store/notes-of-mine");
  await checkInside(disk, "/store");
});

test("a store whose own folder is a link passes: that one was resolved", async () => {
  const disk = memoryDisk();
  await disk.makeFolder("/real/lessons");
  await disk.symlink("/real", "/store");
  await checkInside(disk, "/store");
});
