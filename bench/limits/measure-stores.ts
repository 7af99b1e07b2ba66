import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Memory, openMemory } from "@holdfast/memory";
import { aRecord, distinctTexts } from "@holdfast/testkit";
import { openFolder, recordPath, renderRecord } from "../../packages/storage/src/index.ts";
import { median, timed } from "./time.ts";

/** What a memory folder of so many records costs. Times are medians, in milliseconds. */
export interface StoreCosts {
  readonly dir: string;
  readonly records: number;
  /** One candidate that is committed, once its run has begun. */
  readonly commitMs: number;
  /** A file of as many bytes, written, synced, renamed and its folder synced: the least that keeps one. */
  readonly rawMs: number;
  /** From the call to the first chunk: the lock, the look at every file, what is staged. */
  readonly startMs: number;
  readonly freshnessMs: number;
  readonly recallMs: { readonly p50: number; readonly p99: number };
  readonly rebuildMs: number;
}

const rounds = 5;
const inOneRun = 100;
const queries = 400;

/** Measures folders of these sizes in turns, so that what else the machine does meets all of them. */
export async function measureStores(home: string, sizes: readonly number[]): Promise<StoreCosts[]> {
  const most = Math.max(...sizes);
  const texts = distinctTexts(most + sizes.length * rounds * inOneRun);
  const filled = [];
  for (const size of sizes) filled.push(await fill(home, texts.slice(0, size)));

  const runs = sizes.map(() => [] as { startMs: number; commitMs: number; rawMs: number }[]);
  for (let round = 0; round < rounds; round++) {
    for (const [nth, { memory }] of filled.entries()) {
      const from = most + (round * sizes.length + nth) * inOneRun;
      const news = texts.slice(from, from + inOneRun);
      const rawMs = rawWrites(join(home, `raw-${round}-${nth}`), news) / inOneRun;
      runs[nth]!.push({ ...(await reconcile(memory, news)), rawMs });
    }
  }

  const costs: StoreCosts[] = [];
  for (const [nth, { dir, memory, records, rebuildMs }] of filled.entries()) {
    const of = (pick: (run: (typeof runs)[number][number]) => number) => median(runs[nth]!.map(pick));
    costs.push({
      dir,
      records,
      rebuildMs,
      commitMs: of(({ commitMs }) => commitMs),
      rawMs: of(({ rawMs }) => rawMs),
      startMs: of(({ startMs }) => startMs),
      freshnessMs: await freshness(dir),
      recallMs: await recallTimes(memory, texts.slice(0, records)),
    });
    await memory.close();
  }
  return costs;
}

/** Records as files, as they would be after as many saves, and the index that is built of them. */
async function fill(home: string, summaries: readonly string[]) {
  const dir = join(home, `of-${summaries.length}`);
  mkdirSync(join(dir, "lessons"), { recursive: true, mode: 0o700 });
  for (const summary of summaries) {
    const record = aRecord({ summary });
    writeFileSync(join(dir, recordPath(record)), renderRecord(record), { mode: 0o600 });
  }
  const memory = await openMemory({ dir, userDir: join(home, "person"), cwd: home });
  const rebuildMs = await timed(() => memory.recall("anything", { limit: 1 }));
  return { dir, memory, records: summaries.length, rebuildMs };
}

async function reconcile(memory: Memory, lessons: readonly string[]) {
  await memory.stage({ sessionId: "bench", candidates: { lessons } });
  const start = performance.now();
  let begun = 0;
  const report = await memory.reconcile({
    model: "local/rules",
    onEvent: ({ kind }) => {
      if (kind === "chunk_started") begun ||= performance.now();
    },
  });
  const end = performance.now();
  if (report.counts.add !== lessons.length)
    throw new TypeError(`${report.counts.add} of ${lessons.length} added`);
  return { startMs: begun - start, commitMs: (end - begun) / lessons.length };
}

function rawWrites(dir: string, summaries: readonly string[]): number {
  mkdirSync(dir);
  const texts = summaries.map((summary) => renderRecord(aRecord({ summary })));
  const folder = openSync(dir, "r");
  const start = performance.now();
  for (const [nth, text] of texts.entries()) {
    const path = join(dir, `${nth}.md`);
    const file = openSync(`${path}.tmp`, "w");
    writeSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.tmp`, path);
    fsyncSync(folder);
  }
  const took = performance.now() - start;
  closeSync(folder);
  return took;
}

async function freshness(dir: string): Promise<number> {
  const store = openFolder({ scope: "project", dir, pid: process.pid, host: "bench", now: () => new Date() });
  const times: number[] = [];
  for (let nth = 0; nth < 9; nth++) times.push(await timed(() => store.refresh()));
  await store.close();
  return median(times);
}

async function recallTimes(memory: Memory, texts: readonly string[]) {
  const times: number[] = [];
  for (let nth = 0; nth < queries; nth++) {
    const words = (texts[(nth * 7_919) % texts.length] ?? "").split(" ").slice(0, 4).join(" ");
    times.push(await timed(() => memory.recall(words, { limit: 5 })));
  }
  const sorted = times.sort((a, b) => a - b);
  return { p50: sorted[Math.floor(queries * 0.5)]!, p99: sorted[Math.floor(queries * 0.99)]! };
}
