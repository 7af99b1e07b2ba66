import {
  changeNames,
  changesOf,
  Died,
  dyingDisk,
  everyDeath,
  memoryDisk,
  runUntil,
  type Scenario,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A file appears under its name only when it is whole, then a line is logged. */
const scenario: Scenario = async (disk) => {
  await disk.makeFolder("/d");
  await disk.create("/d/temp", bytes("whole"));
  await disk.sync("/d/temp");
  await disk.link("/d/temp", "/d/file");
  await disk.syncFolder("/d");
  await disk.unlink("/d/temp");
  await disk.append("/d/log", bytes("done\n"));
  await disk.rename("/d/log", "/d/log.1");
  await disk.truncate("/d/log.1", 4);
  await disk.makePrivate("/d/log.1");
};

test("every changing step is counted, by its name and path", async () => {
  const changes = await changesOf(scenario);
  expect(new Set(changes.map(({ name }) => name))).toEqual(new Set(changeNames));
  expect(changes[3]).toEqual({ name: "link", path: "/d/temp", to: "/d/file" });
});

test("reading is no step", async () => {
  const disk = dyingDisk(memoryDisk(), { at: 1, when: "before" });
  await Promise.all([disk.read("/a"), disk.readFrom("/a", 0), disk.list("/"), disk.stat("/")]);
  expect(disk.changes).toEqual([]);
});

test("a death stands before and after each step, and in the middle of those that write bytes", async () => {
  const deaths = await everyDeath(scenario);
  expect(deaths).toHaveLength(10 * 2 + 2);
  expect(deaths.filter(({ when }) => when === "during").map(({ at }) => at)).toEqual([2, 7]);
  expect(deaths[0]!.title).toBe("before step 1, makeFolder /d");
});

describe("dying", () => {
  test.each([
    ["before", {}],
    ["during", { "/a": "ha" }],
    ["after", { "/a": "half" }],
  ] as const)("%s a create leaves that much of it", async (when, files) => {
    const disk = await runUntil({ at: 1, when }, (dying) => dying.create("/a", bytes("half")));
    expect(disk.files()).toEqual(files);
  });

  test("during an append leaves the first half of what was added", async () => {
    const write: Scenario = async (disk) => {
      await disk.append("/log", bytes("one\n"));
      await disk.append("/log", bytes("two\n"));
    };
    expect((await runUntil({ at: 2, when: "during" }, write)).files()).toEqual({ "/log": "one\ntw" });
  });

  test("is for good: every method throws Died then, and nothing changes", async () => {
    const memory = memoryDisk();
    const disk = dyingDisk(memory, { at: 1, when: "after" });
    await expect(disk.create("/a", bytes("a"))).rejects.toThrow(Died);
    expect(disk.dead).toBe(true);
    const acts = [
      () => disk.read("/a"),
      () => disk.readFrom("/a", 0),
      () => disk.list("/"),
      () => disk.stat("/a"),
      () => disk.create("/b", bytes("b")),
      () => disk.append("/a", bytes("b")),
      () => disk.sync("/a"),
      () => disk.syncFolder("/"),
      () => disk.link("/a", "/b"),
      () => disk.rename("/a", "/b"),
      () => disk.unlink("/a"),
      () => disk.makeFolder("/f"),
    ];
    for (const act of acts) await expect(act()).rejects.toThrow(Died);
    expect(memory.files()).toEqual({ "/a": "a" });
    expect(disk.changes).toHaveLength(1);
  });
});

describe("a sweep over every death of a scenario", () => {
  const isWhole = async (files: { [path: string]: string }) =>
    expect(["whole", undefined]).toContain(files["/d/file"]);

  test("finds that writing beside and linking is safe, killed or without power", async () => {
    for (const death of await everyDeath(scenario)) {
      const disk = await runUntil(death, scenario);
      await isWhole(disk.afterKill().files());
      await isWhole(disk.afterPowerCut().files());
      await isWhole(disk.afterPowerCut({ bytes: "half", names: "kept" }).files());
    }
  });

  test("finds the half file of who writes in place", async () => {
    const inPlace: Scenario = async (disk) => disk.create("/file", bytes("whole"));
    const found = [];
    for (const death of await everyDeath(inPlace))
      found.push((await runUntil(death, inPlace)).files()["/file"]);
    expect(found).toEqual([undefined, "wh", "whole"]);
  });

  test("finds the empty file of who forgets to sync", async () => {
    const unsynced: Scenario = async (disk) => {
      await disk.create("/temp", bytes("whole"));
      await disk.rename("/temp", "/file");
      await disk.syncFolder("/");
    };
    const disk = await runUntil({ at: 3, when: "after" }, unsynced);
    expect(disk.afterPowerCut().files()).toEqual({ "/file": "" });
  });
});

test("an error that is not of the death is not swallowed", async () => {
  const broken: Scenario = async () => {
    throw new TypeError("broken before it died");
  };
  await expect(runUntil({ at: 1, when: "before" }, broken)).rejects.toThrow("broken before it died");
});
