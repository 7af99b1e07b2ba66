import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Memory, openMemory } from "@holdfast/memory";
import { distinctTexts } from "@holdfast/testkit";

/** What staging and reconciling candidates cost, in time and in bytes written, and how that grows. */
const sizes = process.argv.includes("--short")
  ? { known: [0, 2_000], saved: [200, 1_000] }
  : { known: [0, 20_000], saved: [1_000, 10_000] };
const candidatesInSave = 200;

interface Cost {
  readonly ms: number;
  /** Bytes that the process handed to the system to write; undefined where the system does not count them. */
  readonly bytes: number | undefined;
  /** The longest time in which the event loop did not turn. */
  readonly stallMs: number;
}

console.log(
  "known records | candidates | stage ms each | reconcile ms each | bytes written each | longest stall ms",
);
for (const known of sizes.known) {
  for (const saved of sizes.saved) await measure(known, saved);
}

async function measure(known: number, saved: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-bench-"));
  const memory = await openMemory({
    dir: join(folder, "project"),
    userDir: join(folder, "person"),
    cwd: folder,
  });
  const texts = distinctTexts(known + saved);
  await stageAll(memory, texts.slice(0, known));
  await drain(memory);

  const staging = await costOf(() => stageAll(memory, texts.slice(known)));
  const reconciling = await costOf(() => drain(memory));
  const { records } = await memory.status();
  if (records !== known + saved) throw new TypeError(`${records} records instead of ${known + saved}`);
  await memory.close();
  rmSync(folder, { recursive: true, force: true });

  const each = (cost: number) => (cost / saved).toFixed(3);
  const bytes = (staging.bytes ?? 0) + (reconciling.bytes ?? 0);
  console.log(
    [
      known,
      saved,
      each(staging.ms),
      each(reconciling.ms),
      Math.round(bytes / saved),
      Math.round(Math.max(staging.stallMs, reconciling.stallMs)),
    ].join(" | "),
  );
}

async function stageAll(memory: Memory, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += candidatesInSave) {
    await memory.stage({
      sessionId: `session-${at}`,
      candidates: { lessons: texts.slice(at, at + candidatesInSave) },
    });
  }
}

async function drain(memory: Memory): Promise<void> {
  const report = await memory.reconcile({ budgetMs: 3_600_000 });
  if (report.counts.add !== report.counts.staged) throw new TypeError("not every candidate was added");
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const before = bytesWritten();
  let stallMs = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    stallMs = Math.max(stallMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  clearInterval(beat);
  const after = bytesWritten();
  return { ms, stallMs, bytes: before === undefined || after === undefined ? undefined : after - before };
}

function bytesWritten(): number | undefined {
  if (!existsSync("/proc/self/io")) return undefined;
  return Number(/^wchar: (\d+)/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}
