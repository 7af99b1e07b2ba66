import type { Disk } from "@holdfast/schema";
import {
  distinctTexts,
  everyDeath,
  type MemoryDisk,
  memoryDisk,
  runUntil,
  type Scenario,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { memoryOn } from "./memory-on.ts";
import { placesOf, timesKept } from "./places.ts";

const staging = "/project/.holdfast/staging";
const texts = distinctTexts(40);

/** What was told to be staged: from then on it must never be missing. */
type Acknowledged = Set<string>;

interface Story {
  readonly name: string;
  /** What is there before anything can die. */
  readonly before: (disk: Disk, acknowledged: Acknowledged) => Promise<void>;
  /** What may die. Repeating all of it finishes it. */
  readonly act: (disk: Disk, acknowledged: Acknowledged) => Promise<void>;
}

const stories: readonly Story[] = [
  {
    name: "thirty candidates are staged and settled: adds, duplicates, both scopes, all categories",
    before: async () => {},
    act: async (disk, acknowledged) => {
      const memory = memoryOn(disk);
      await stageThirty(disk, acknowledged);
      await memory.reconcile();
    },
  },
  {
    name: "a malformed file and a malformed member are set aside",
    before: async (disk, acknowledged) => {
      await stage(disk, texts.slice(0, 2), acknowledged);
      await addMalformed(disk);
    },
    act: async (disk) => {
      await memoryOn(disk).reconcile();
    },
  },
  {
    name: "a dead letter is recovered and settled",
    before: async (disk, acknowledged) => {
      await stage(disk, texts.slice(0, 3), acknowledged);
      await killOff(disk);
    },
    act: async (disk) => {
      await memoryOn(disk).recover({ all: true });
      await memoryOn(disk).reconcile();
    },
  },
  {
    name: "a record is archived, another restored, a dead letter dropped",
    before: async (disk, acknowledged) => {
      await stage(disk, texts.slice(3, 4), acknowledged);
      await killOff(disk);
      await stage(disk, texts.slice(0, 3), acknowledged);
      await memoryOn(disk).reconcile();
      const rows = (await memoryOn(disk).records()).sort((a, b) => a.id.localeCompare(b.id));
      await memoryOn(disk).archive(rows[1]!.id);
    },
    act: async (disk) => {
      const memory = memoryOn(disk);
      const rows = (await memory.records()).sort((a, b) => a.id.localeCompare(b.id));
      await memory.archive(rows[0]!.id);
      await memory.restore(rows[1]!.id);
      for (const { candidate_id } of await memory.deadLetters()) await memory.drop(candidate_id);
    },
  },
  {
    name: "a run is undone",
    before: async (disk, acknowledged) => {
      await stage(disk, texts.slice(0, 6), acknowledged);
      await memoryOn(disk).reconcile();
    },
    act: async (disk) => {
      const memory = memoryOn(disk);
      const [row] = await memory.records();
      await memory.undo({ run: row!.sources[0]!.run_id });
    },
  },
  {
    name: "a text is forgotten while another waits",
    before: async (disk, acknowledged) => {
      await stage(disk, texts.slice(0, 3), acknowledged);
      await memoryOn(disk).reconcile();
      await stage(disk, texts.slice(3, 5), acknowledged);
    },
    act: async (disk) => {
      const memory = memoryOn(disk);
      const row = (await memory.records()).find(({ summary }) => summary === texts[1]!);
      if (row) await memory.forget(row.id);
      await memory.reconcile();
    },
  },
  {
    name: "a settled candidate is insisted on",
    before: async (disk, acknowledged) => {
      await stage(disk, texts.slice(0, 2), acknowledged);
      await memoryOn(disk).reconcile();
      for (const { id } of await memoryOn(disk).records()) await memoryOn(disk).archive(id);
    },
    act: async (disk) => {
      const known = await memoryOn(disk).staged();
      if (known.length === 0 && (await memoryOn(disk).records({ status: "current" })).length === 0) {
        await memoryOn(disk).stage({ ...proposal(texts.slice(0, 2)), again: true });
      }
      await memoryOn(disk).reconcile();
    },
  },
];

for (const story of stories) {
  describe(story.name, async () => {
    const acknowledgedBefore: Acknowledged = new Set();
    const start = memoryDisk();
    await story.before(start, acknowledgedBefore);
    const began = () => start.afterKill();
    const undisturbed = began();
    await story.act(undisturbed, new Set());
    const expected = await stateOf(undisturbed);
    const deaths = await everyDeath((disk) => story.act(disk, new Set()), began);

    const survivals = {
      "kill -9": (disk: MemoryDisk) => disk.afterKill(),
      "a power cut": (disk: MemoryDisk) => disk.afterPowerCut(),
    };
    for (const [how, survive] of Object.entries(survivals)) {
      test(`${deaths.length} deaths by ${how}: nothing is lost or doubled, and going on ends as if undisturbed`, {
        timeout: 300_000,
        tags: ["conservation", "settled-once", "idempotent", "consumed-last"],
      }, async () => {
        expect(deaths.length).toBeGreaterThan(10);
        for (const death of deaths) {
          const acknowledged = new Set(acknowledgedBefore);
          const act: Scenario = (disk) => story.act(disk, acknowledged);
          const disk = survive(await runUntil(death, act, began));
          const title = `killed ${death.title}`;

          const atOnce = timesKept(await placesOfReadable(disk));
          expect(
            [...acknowledged].filter((id) => !atOnce.has(id)),
            `${title}: missing at once`,
          ).toEqual([]);
          await memoryOn(disk).reconcile();
          const after = timesKept(await placesOf(disk));
          expect(
            [...acknowledged].filter((id) => !after.has(id)),
            `${title}: missing after a run`,
          ).toEqual([]);
          expect(
            [...after].filter(([id, times]) => times > timesExpected(id, expected)),
            `${title}: doubled`,
          ).toEqual([]);
          await story.act(disk, acknowledged);
          expect(await stateOf(disk), `${title}: went on`).toEqual(expected);
        }
      });
    }
  });
}

type State = Awaited<ReturnType<typeof stateOf>>;

/**
 * What memory says. Which of several candidates with the same words founds the record depends on when they are settled: it
 * counts only that all were heard.
 */
async function stateOf(disk: Disk) {
  const memory = memoryOn(disk);
  const records = (await memory.records()).map(({ status, summary, sources, supersedes }) => ({
    status,
    summary,
    supersedes,
    heard: sources.map(({ candidate_id }) => candidate_id).sort(),
  }));
  const { staging: staged, ledger, dead } = await placesOf(disk);
  return {
    records: records.sort((a, b) => a.heard.join().localeCompare(b.heard.join())),
    staged: staged.sort(),
    settledWithoutRecord: ledger.length,
    dead: dead.sort(),
  };
}

/** A candidate that a person insisted on founds a record in each round. */
function timesExpected(id: string, { records }: State): number {
  return Math.max(1, records.flatMap(({ heard }) => heard).filter((one) => one === id).length);
}

/** Before the first run, what can't be read may still lie in staging. */
async function placesOfReadable(disk: MemoryDisk) {
  const copy = disk.afterKill();
  await copy.unlink(`${staging}/broken.json`);
  await copy.unlink(`${staging}/half.json`);
  const half = await disk.read(`${staging}/half.json`);
  const places = await placesOf(copy);
  const good = half
    ? (JSON.parse(new TextDecoder().decode(half)).candidates.lessons as { candidate_id?: string }[])
    : [];
  places.staging.push(...good.flatMap(({ candidate_id }) => candidate_id ?? []));
  return places;
}

function proposal(summaries: readonly string[]) {
  return { sessionId: "session-1", candidates: { lessons: summaries.map((summary) => ({ summary })) } };
}

async function stage(disk: Disk, summaries: readonly string[], acknowledged: Acknowledged): Promise<void> {
  const { staged, already } = await memoryOn(disk).stage(proposal(summaries));
  for (const id of [...staged, ...already.map((one) => one.id)]) acknowledged.add(id);
}

async function stageThirty(disk: Disk, acknowledged: Acknowledged): Promise<void> {
  const saves = [
    { sessionId: "session-1", candidates: { lessons: texts.slice(0, 8), preferences: texts.slice(8, 14) } },
    {
      sessionId: "session-2",
      candidates: {
        lessons: texts.slice(0, 5), // said again in another session
        decisions: texts.slice(14, 18).map((summary) => ({ summary, why: `${summary} Because.` })),
        domain: texts.slice(18, 22).map((summary) => ({ summary, scope_suggestion: "user" })),
      },
    },
    { sessionId: "session-3", candidates: { preferences: texts.slice(8, 11) } },
  ];
  for (const save of saves) {
    const { staged, already } = await memoryOn(disk).stage(save);
    for (const id of [...staged, ...already.map((one) => one.id)]) acknowledged.add(id);
  }
}

async function addMalformed(disk: Disk): Promise<void> {
  const write = async (name: string, text: string) => {
    await disk.create(`${staging}/${name}`, new TextEncoder().encode(text));
    await disk.sync(`${staging}/${name}`);
    await disk.syncFolder(staging);
  };
  const [name] = await disk.list(staging);
  const file = JSON.parse(new TextDecoder().decode((await disk.read(`${staging}/${name}`))!));
  file.candidates.lessons = [{ ...file.candidates.lessons[0], detail: 7 }, file.candidates.lessons[1]];
  await write("half.json", JSON.stringify(file));
  await write("broken.json", '{"schemaVersion": 1, "candidates": ');
}

/** Turns everything that waits into dead letters, as running out of attempts does. */
async function killOff(disk: Disk): Promise<void> {
  const [name] = await disk.list(staging);
  const file = JSON.parse(new TextDecoder().decode((await disk.read(`${staging}/${name}`))!));
  const folder = "/project/.holdfast/deadletter";
  await disk.makeFolder(folder);
  await disk.syncFolder("/project/.holdfast");
  for (const candidate of file.candidates.lessons) {
    const path = `${folder}/${candidate.candidate_id}.json`;
    const letter = {
      schemaVersion: 1,
      candidate_id: candidate.candidate_id,
      kind: "attempts_exhausted",
      session_id: file.session_id,
      attempts: 3,
      reason: "Rejected three times.",
      violations: [],
      run_id: "run_20300101T000000_000000",
      at: "2030-01-01T00:00:00.000Z",
      candidate: { ...candidate, reconcile_attempts: 3 },
    };
    await disk.create(path, new TextEncoder().encode(JSON.stringify(letter)));
    await disk.sync(path);
  }
  await disk.syncFolder(folder);
  await disk.unlink(`${staging}/${name}`);
  await disk.syncFolder(staging);
}
