import { spawn } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openFolder } from "@holdfast/storage";
import { expect, onTestFinished, test } from "vitest";
import type { Memory, StorePart } from "../src/index.ts";
import { freshPlace, openAt, type Place } from "./open-for-test.ts";

const built = fileURLToPath(new URL("../dist/index.js", import.meta.url));

test("what another process stages and reconciles is told within a second", async () => {
  const place = await freshPlace();
  const told = follow(await openAt(place));
  await elsewhere(
    place,
    `await memory.stage({ sessionId: "s", candidates: { lessons: ["Seed the database"] } })`,
  );
  await told.within(1_000, "staging");
  await elsewhere(place, "await memory.reconcile()");
  await told.within(1_000, "records", "staging", "runs");
});

test("a memory that is not there yet is followed, and not created", async () => {
  const place = await freshPlace();
  const told = follow(await openAt(place));
  await pause(1_200);
  expect(await readdir(place.folder)).toEqual([]);
  await elsewhere(
    place,
    `await memory.save({ sessionId: "s", candidates: { lessons: ["Seed the database"] } })`,
  );
  await told.within(2_500, "records");
});

test("an edit by hand is told, reading is not", async () => {
  const place = await freshPlace();
  const memory = await openAt(place);
  await memory.save({ sessionId: "s", candidates: { lessons: ["Seed the database first"] } });
  const [row] = await memory.records();
  const told = follow(memory);
  await pause(1_300);
  told.parts.clear();
  await memory.recall("database");
  await memory.status();
  await memory.outline();
  await pause(1_300);
  expect([...told.parts]).toEqual([]);
  await writeFile(row!.path, "# Seed it last\n");
  await told.within(1_000, "records");
});

test("after the abort nothing is told any more", async () => {
  const place = await freshPlace();
  const memory = await openAt(place);
  await mkdir(join(place.dir, "staging"), { recursive: true });
  const told = follow(memory);
  await pause(300);
  told.stop();
  await memory.stage({ sessionId: "s", candidates: { lessons: ["Seed the database"] } });
  await pause(1_300);
  expect([...told.parts]).toEqual([]);
});

test("following costs the writer of the same process nothing: its place stays its own", async () => {
  const place = await freshPlace();
  const memory = await openAt(place);
  await memory.save({ sessionId: "s", candidates: { lessons: ["Seed the database"] } });
  const store = openFolder({
    scope: "project",
    dir: place.dir,
    pid: process.pid,
    host: hostname(),
    now: () => new Date(),
  });
  const writer = await store.hold({ command: "hold", run_id: "run_1" });
  const told = follow(memory);
  await pause(1_300); // past the first looks
  await memory.stage({ sessionId: "t", candidates: { lessons: ["Water the plants"] } });
  await told.within(1_000, "staging");
  const busy = elsewhere(place, "await memory.reconcile()");
  await expect(busy).rejects.toThrow("writer_busy");
  await writer.release();
  await store.close();
  await elsewhere(place, "await memory.reconcile()");
  await told.within(1_000, "records");
});

function follow(memory: Memory) {
  const parts = new Set<StorePart>();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  memory.follow({
    signal: stop.signal,
    onChange: (changed) => {
      for (const part of changed) parts.add(part);
    },
  });
  return {
    parts,
    stop: () => stop.abort(),
    /** Resolves once all of these were told, and forgets what was. */
    async within(ms: number, ...wanted: readonly StorePart[]) {
      const end = performance.now() + ms;
      while (!wanted.every((part) => parts.has(part))) {
        if (performance.now() > end) expect([...parts]).toEqual(expect.arrayContaining([...wanted]));
        await pause(20);
      }
      parts.clear();
    },
  };
}

/** Does something with the same memory in another process. Rejects with what it printed when it fails. */
async function elsewhere({ dir, userDir, folder }: Place, work: string): Promise<void> {
  const script = `
    import { openMemory } from ${JSON.stringify(built)};
    const memory = await openMemory(${JSON.stringify({ dir, userDir, cwd: folder })});
    ${work};
    await memory.close();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const code = await new Promise((ended) => child.on("close", ended));
  if (code !== 0) throw new TypeError(said);
}
