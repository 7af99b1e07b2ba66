import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { tellRun } from "../guarantees/long-runs.ts";
import { asBytes, mutated } from "./fuzz/mutated.ts";
import { damagedStore, isKept } from "./fuzz/store-targets.ts";
import { type Kind, targets } from "./fuzz/targets.ts";

// Whatever reads what comes from outside is given files and texts that were damaged at random. What made one fail before stands in `corpus/`, and is
// tried each time. `npm run test:fuzz -- RUNS [SEED]` is the long form: so many inputs for each reader.

const corpus = fileURLToPath(new URL("corpus", import.meta.url));
const runs = Number(process.env.HOLDFAST_PROPERTY_RUNS ?? 150);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000);
const kinds = Object.keys(targets) as Kind[];

describe("whatever is done to what is read, nothing breaks and nothing is lost", {
  tags: ["malformed-alone", "nothing-silent"],
}, () => {
  const tried: { [kind: string]: number } = {};

  test.each(kinds)("%s: damaged at random", { timeout: 60_000 + runs * 200 }, async (kind) => {
    const { seeds, check } = targets[kind];
    for (const whole of seeds) await check(whole);
    await fc.assert(
      fc.asyncProperty(mutated(seeds), async (bytes) => {
        tried[kind] = (tried[kind] ?? 0) + 1;
        await keepIfItFails(kind, bytes, () => check(bytes));
      }),
      { numRuns: runs, seed },
    );
  });

  test.each(kinds.flatMap((kind) => namesIn(join(corpus, kind)).map((name) => [kind, name] as const)))(
    "%s: what failed before, %s",
    async (kind, name) => {
      await targets[kind].check(readFileSync(join(corpus, kind, name)));
    },
  );

  test.each(kinds)("%s: of a length and a depth that nobody writes", { timeout: 120_000 }, async (kind) => {
    for (const text of [
      "[".repeat(100_000),
      '{"a":'.repeat(50_000),
      `"${"x".repeat(5_000_000)}"`,
      "a ".repeat(1_000_000),
    ])
      await targets[kind].check(asBytes(text));
  });

  test("a damaged file that goes would be noticed", async () => {
    const { path, disk } = damagedStore();
    const bytes = asBytes('{"schemaVersion":1,"candidates":{"lessons":["Whatever it was');
    await disk.create(path, bytes);
    expect(await isKept(disk, path, bytes)).toBe(true);
    await disk.unlink(path);
    expect(await isKept(disk, path, bytes)).toBe(false);
  });

  test("the corpus has kinds that there are", () => {
    const folders = namesIn(corpus).filter((name) => name !== "README.md");
    expect(folders.filter((name) => !(name in targets))).toEqual([]);
    expect(folders.length).toBeGreaterThan(2);
  });

  afterAll(() => {
    const isLong = process.env.HOLDFAST_PROPERTY_RUNS !== undefined;
    tellRun(
      { name: "fuzz", command: `npm run test:fuzz -- ${runs} ${seed}`, found: { ...tried } },
      { isLong },
    );
  });
});

/** The smallest input that fails is written where it is found: it belongs into the corpus. */
async function keepIfItFails(kind: Kind, bytes: Uint8Array, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    const folder = fileURLToPath(new URL("../.dev/fuzz", import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${kind}-smallest`), bytes);
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // a kind that never failed
  }
}
