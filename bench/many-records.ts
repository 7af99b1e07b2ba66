import { type Memory, openMemory } from "@holdfast/memory";
import { distinctTexts } from "@holdfast/testkit";

const inOneSave = 200;

/** Fills a memory folder with so many records, none like another. */
export async function manyRecords(
  place: { dir: string; userDir: string; cwd: string },
  count: number,
): Promise<void> {
  const memory = await openMemory(place);
  await fill(memory, count);
  await memory.close();
}

async function fill(memory: Memory, count: number): Promise<void> {
  const texts = distinctTexts(count);
  for (let at = 0; at < count; at += inOneSave) {
    const candidates = { lessons: texts.slice(at, at + inOneSave) };
    await memory.stage({ sessionId: `session-${at}`, candidates });
  }
  const report = await memory.reconcile({ budgetMs: 3_600_000 });
  if (report.counts.add !== count) throw new TypeError(`${report.counts.add} records instead of ${count}`);
}
