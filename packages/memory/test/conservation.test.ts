import { groups } from "@holdfast/schema";
import { Died, distinctTexts, dyingDisk, type MemoryDisk, memoryDisk } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryOn } from "./memory-on.ts";
import { placesOf, timesKept } from "./places.ts";

const texts = distinctTexts(12);

/** One thing that a process does; it may die at one of its steps on the disk. */
interface Deed {
  readonly verb:
    | "stage"
    | "stage again"
    | "reconcile"
    | "recover"
    | "drop"
    | "archive"
    | "undo"
    | "one chunk";
  readonly texts: readonly number[];
  readonly group: number;
  readonly session: number;
  readonly pick: number;
  /** The step it dies at; undefined when it lives. */
  readonly dies: number | undefined;
  readonly when: "before" | "during" | "after";
  readonly how: "kill" | "power cut";
}

const deed: fc.Arbitrary<Deed> = fc.record({
  verb: fc.constantFrom(
    ...([
      "stage",
      "stage",
      "reconcile",
      "reconcile",
      "stage again",
      "recover",
      "drop",
      "archive",
      "undo",
      "one chunk",
    ] as const),
  ),
  texts: fc.uniqueArray(fc.nat(texts.length - 1), { minLength: 1, maxLength: 5 }),
  group: fc.nat(groups.length - 1),
  session: fc.nat(2),
  pick: fc.nat(20),
  dies: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  when: fc.constantFrom("before", "during", "after"),
  how: fc.constantFrom("kill", "power cut"),
});

describe("conservation", () => {
  test("whatever is done in whatever order, and wherever it dies, every acknowledged candidate stays in a place; after a run in exactly one", {
    timeout: 240_000,
    tags: ["conservation", "settled-once"],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 14 }), async (deeds) => {
        const acknowledged = new Set<string>();
        const insisted = new Set<string>();
        let disk = memoryDisk();
        for (const one of deeds) {
          disk = await carryOut(disk, one, acknowledged, insisted);
          const kept = timesKept(await placesOf(disk));
          expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
        }
        await memoryOn(disk).reconcile();
        const places = await placesOf(disk);
        expect(places.staging).toEqual([]);
        const kept = timesKept(places);
        expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
        expect([...kept].filter(([id, times]) => times > 1 && !insisted.has(id))).toEqual([]);
      }),
      { numRuns: Number(process.env.HOLDFAST_PROPERTY_RUNS ?? 150) },
    );
  });
});

/** Does one deed in a process of its own, and gives back the disk as the next process finds it. */
async function carryOut(
  disk: MemoryDisk,
  one: Deed,
  acknowledged: Set<string>,
  insisted: Set<string>,
): Promise<MemoryDisk> {
  const dying = dyingDisk(disk, one.dies === undefined ? undefined : { at: one.dies, when: one.when });
  try {
    await act(memoryOn(dying), one, acknowledged, insisted);
  } catch (error) {
    if (!(error instanceof Died)) throw error;
  }
  if (!dying.dead) return disk;
  return one.how === "kill" ? disk.afterKill() : disk.afterPowerCut();
}

async function act(
  memory: ReturnType<typeof memoryOn>,
  { verb, texts: chosen, group, session, pick }: Deed,
  acknowledged: Set<string>,
  insisted: Set<string>,
): Promise<void> {
  if (verb === "stage" || verb === "stage again") {
    const summaries = chosen.map((index) => texts[index]!);
    const again = verb === "stage again";
    const request = { sessionId: `session-${session}`, candidates: { [groups[group]!]: summaries }, again };
    const ids = await idsOf(request);
    if (again) for (const id of ids) insisted.add(id);
    const { staged, already } = await memory.stage(request);
    for (const id of [...staged, ...already.map((known) => known.id)]) acknowledged.add(id);
  } else if (verb === "reconcile") await memory.reconcile();
  else if (verb === "one chunk") {
    let chunks = 0;
    await memory.reconcile({ chunkSize: 2, isCurrent: () => chunks++ < 3 });
  } else if (verb === "recover") {
    const discarded = (await memory.runs(100))
      .flatMap((run) => run.outcomes)
      .filter(({ fate }) => fate === "discard");
    const ids = discarded.map(({ candidate_id }) => candidate_id);
    for (const id of ids) insisted.add(id);
    await memory.recover(ids.length > 0 ? { ids } : { all: true });
  } else if (verb === "drop") {
    const waiting = await memory.staged();
    if (waiting.length > 0) await memory.drop(waiting[pick % waiting.length]!.candidate_id);
  } else {
    const rows = await memory.records();
    const row = rows[pick % rows.length];
    if (row === undefined) return;
    if (verb === "archive") await memory.archive(row.id);
    else await memory.undo({ run: row.sources[0]!.run_id });
  }
}

/** The ids that a proposal gets, found on a disk of its own. */
async function idsOf(request: Parameters<ReturnType<typeof memoryOn>["stage"]>[0]): Promise<string[]> {
  return (await memoryOn(memoryDisk()).stage({ ...request, again: false })).staged;
}
