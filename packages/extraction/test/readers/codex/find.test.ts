import type { Disk } from "@holdfast/schema";
import { memoryDisk } from "@holdfast/testkit";
import { expect, test } from "vitest";
import { codexReader } from "../../../src/readers/codex/codex-reader.ts";
import { bytesOf, meta, user } from "./codex-lines.ts";

const home = "/home/ada/.codex";
const rollout = (day: string, id: string) => `rollout-${day}T14-00-00-${id}.jsonl`;
const inDay = (day: string, id: string) => `sessions/${day.replaceAll("-", "/")}/${rollout(day, id)}`;

async function diskWith(files: { readonly [path: string]: readonly unknown[] }) {
  const disk = memoryDisk();
  for (const [name, lines] of Object.entries(files)) {
    const path = `${home}/${name}`;
    await disk.makeFolder(path.slice(0, path.lastIndexOf("/")));
    await disk.create(path, bytesOf(lines));
  }
  const seen: string[] = [];
  const saw = (path: string) => {
    seen.push(path.slice(home.length + 1));
    return path;
  };
  const watched: Disk = {
    ...disk,
    list: (folder) => disk.list(saw(folder)),
    readFrom: (path, ...part) => disk.readFrom(saw(path), ...part),
  };
  const find = async (most = 100, roots = ["/w"]) =>
    (await codexReader.find({ disk: watched, home, roots, most })).map(({ path }) =>
      path.slice(home.length + 1),
    );
  return { find, seen };
}

test("sessions are found in the folders of days, in the archive and, of early versions, beside them, newest day first", async () => {
  const paths = [
    inDay("2026-03-02", "a"),
    `archived_sessions/${rollout("2026-03-01", "b")}`,
    inDay("2026-02-28", "c"),
    `archived_sessions/${rollout("2025-12-31", "d")}`,
    inDay("2025-12-30", "e"),
    `sessions/${rollout("2025-05-07", "f")}`,
  ];
  const { find } = await diskWith({
    ...Object.fromEntries([...paths].reverse().map((path) => [path, [meta()]])),
    "sessions/2026/03/02/notes.txt": [meta()],
    "sessions/index/x.jsonl": [meta()],
    "archived_sessions/rollout-x.jsonl": [meta()],
  });
  expect(await find()).toEqual(paths);
  expect(await find(2)).toEqual(paths.slice(0, 2));
});

test("of several on one day, active and archived, each is found once, and the last written first", async () => {
  const paths = [inDay("2026-03-02", "a"), `archived_sessions/${rollout("2026-03-02", "b")}`];
  for (const written of [paths, [...paths].reverse()]) {
    const { find } = await diskWith(Object.fromEntries(written.map((path) => [path, [meta()]])));
    const newest = [...written].reverse();
    expect(await find()).toEqual(newest);
    expect(await find(1)).toEqual(newest.slice(0, 1));
  }
});

test("when only the newest are wanted, no older day is looked into and no older file opened", async () => {
  const days = Array.from({ length: 28 }, (_, i) => `2026-02-${String(i + 1).padStart(2, "0")}`);
  const { find, seen } = await diskWith(
    Object.fromEntries(["2025-11-11", ...days].map((day) => [inDay(day, "a"), [meta()]])),
  );
  expect(await find(1)).toEqual([inDay("2026-02-28", "a")]);
  expect(seen.filter((path) => path.endsWith(".jsonl"))).toEqual([inDay("2026-02-28", "a")]);
  expect(seen).not.toContain("sessions/2026/02/27");
  expect(seen).not.toContain("sessions/2025");
});

test("a session that was gone on with lately comes before one that was started later", async () => {
  const [older, newer] = [inDay("2026-03-01", "a"), inDay("2026-03-02", "b")];
  const { find } = await diskWith({ [newer]: [meta()], [older]: [meta()] });
  expect(await find()).toEqual([older, newer]);
  expect(await find(2)).toEqual([older, newer]);
});

test("sessions of sub-agents and of Codex itself, and files without a header, are passed over", async () => {
  const { find } = await diskWith({
    [inDay("2026-03-05", "a")]: [meta({ source: { subagent: { thread_spawn: { depth: 1 } } } })],
    [inDay("2026-03-04", "b")]: [meta({ source: { subagent: "review" } })],
    [inDay("2026-03-03", "c")]: [meta({ thread_source: "subagent" })],
    [inDay("2026-03-02", "d")]: [user("Hi.")],
    [inDay("2026-03-02", "f")]: [meta({ source: { internal: "memory_consolidation" } })],
    [inDay("2026-03-02", "g")]: [meta({ thread_source: "memory_consolidation" })],
    [inDay("2026-03-02", "h")]: [meta({ thread_source: "guardian_review" })],
    [inDay("2026-03-01", "e")]: [meta({ source: "vscode", thread_source: "user" })],
  });
  expect(await find(1)).toEqual([inDay("2026-03-01", "e")]);
});

test("a header longer than 64 kB tells its folder, in front of the instructions", async () => {
  const { find } = await diskWith({
    [inDay("2026-03-02", "a")]: [meta({ base_instructions: "x".repeat(300_000) })],
  });
  expect(await find()).toEqual([inDay("2026-03-02", "a")]);
});

test("where an early header tells no folder, the first message does", async () => {
  const { find } = await diskWith({
    [inDay("2025-06-01", "a")]: [
      { id: "s", timestamp: "2025-06-01T14:00:00Z", instructions: null },
      {
        type: "message",
        role: "user",
        content: [
          {
            type: "input_text",
            text: "<environment_context>\nCurrent working directory: /w\n</environment_context>",
          },
        ],
      },
    ],
  });
  expect(await find()).toEqual([inDay("2025-06-01", "a")]);
  expect(await find(9, ["/other"])).toEqual([]);
});
