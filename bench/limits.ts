// What the store costs against what this machine's disk and Node cost, in one run.
//
//     node --conditions=@holdfast/source --import=tsx bench/limits.ts [--short]
import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Memory, openMemory } from "@holdfast/memory";
import { aRecord, distinctTexts, loopbackMessages } from "@holdfast/testkit";
import { openFolder, recordPath, renderRecord } from "../packages/storage/src/index.ts";

const sizes = process.argv.includes("--short") ? [1_000, 5_000] : [1_000, 10_000, 100_000];
const [smallest = 0] = sizes;
const added = 400;
const queries = 300;
const main = fileURLToPath(new URL("../apps/holdfast/dist/main.js", import.meta.url));

const texts = distinctTexts(Math.max(...sizes) + added * sizes.length);
const home = mkdtempSync(join(tmpdir(), "holdfast-limits-"));
const say = (line = "") => console.log(line);

say(
  `Measured on Node ${process.version}, ${cpus().length} cores, by \`bench/limits.ts${process.argv.includes("--short") ? " --short" : ""}\`. Times are of that machine; the ratios are what to look at.`,
);
say();
say(
  "| records there | first index ms | freshness ms | recall p50 / p99 ms | save and reconcile ms each | against raw writes | against the smallest |",
);
say("|---|---|---|---|---|---|---|");
let first: number | undefined;
for (const [nth, size] of sizes.entries()) {
  const dir = join(home, `m${size}`);
  fill(dir, texts.slice(0, size));
  const memory = await openMemory({ dir, userDir: join(home, "person"), cwd: home });
  const building = await timed(() => memory.recall("anything", { limit: 1 }));
  const store = openFolder({ scope: "project", dir, pid: process.pid, host: "bench", now: () => new Date() });
  const freshness = median(await series(5, () => store.refresh()));
  await store.close();
  const recalls = await recallTimes(memory, size);
  const news = texts.slice(Math.max(...sizes) + nth * added, Math.max(...sizes) + (nth + 1) * added);
  const saving = (await timed(() => saveAll(memory, news))) / added;
  await memory.close();
  const raw = rawWrites(join(home, `raw${size}`), news) / added;
  first ??= saving;
  say(
    `| ${size.toLocaleString("en")} | ${building.toFixed(0)} | ${freshness.toFixed(0)} | ${at(recalls, 0.5)} / ${at(recalls, 0.99)} | ${saving.toFixed(2)} | ${(saving / raw).toFixed(2)} x | ${(saving / first).toFixed(2)} x |`,
  );
}
say();

const bare = median(Array.from({ length: 15 }, () => started(["-e", "0"])));
const status = median(
  Array.from({ length: 15 }, () => started([main, "status", "--dir", join(home, `m${smallest}`)])),
);
say(
  `A cold \`holdfast status\` takes ${(status - bare).toFixed(0)} ms more than \`node -e 0\` (${(status / bare).toFixed(1)} x).`,
);
say();
say(await modelCosts());
rmSync(home, { recursive: true, force: true });
/** Records as files, as they would be after as many saves. */
function fill(dir: string, summaries: readonly string[]): void {
  mkdirSync(join(dir, "lessons"), { recursive: true, mode: 0o700 });
  for (const summary of summaries) {
    const record = aRecord({ summary });
    writeFileSync(join(dir, recordPath(record)), renderRecord(record), { mode: 0o600 });
  }
}

async function saveAll(memory: Memory, summaries: readonly string[]): Promise<void> {
  for (let start = 0; start < summaries.length; start += 200) {
    const candidates = { lessons: summaries.slice(start, start + 200) };
    const report = await memory.save({ sessionId: `s${start}`, candidates, model: "local/rules" });
    if (report.counts.add === 0) throw new TypeError("nothing was added");
  }
}

/** As many files of as many bytes, each written, synced, renamed and its folder synced: the least that keeps one. */
function rawWrites(dir: string, summaries: readonly string[]): number {
  mkdirSync(dir, { recursive: true });
  const folder = openSync(dir, "r");
  const start = performance.now();
  for (const [nth, summary] of summaries.entries()) {
    const path = join(dir, `${nth}.md`);
    const file = openSync(`${path}.tmp`, "w");
    writeSync(file, renderRecord(aRecord({ summary })));
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.tmp`, path);
    fsyncSync(folder);
  }
  const took = performance.now() - start;
  closeSync(folder);
  return took;
}

async function recallTimes(memory: Memory, size: number): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < queries; nth++) {
    const words = (texts[(nth * 7_919) % size] ?? "").split(" ").slice(0, 4).join(" ");
    times.push(await timed(() => memory.recall(words, { limit: 5 })));
  }
  return times.sort((a, b) => a - b);
}

/** What the careful model is asked for 224 candidates, half of which resemble something known. */
async function modelCosts(): Promise<string> {
  const server = await loopbackMessages(({ body }) => {
    const refs = [...JSON.stringify(body?.messages ?? "").matchAll(/\bC(\d+)\b/g)].map(([ref]) => ref);
    const actions = [...new Set(refs)].map((ref) => ({ ref, reason: "It is new.", action: "add" }));
    return { kind: "tool", name: "submit_actions", input: { actions } };
  });
  const memory = await openMemory({ dir: join(home, "asked"), userDir: join(home, "person"), cwd: home });
  const known = texts.slice(0, 112);
  await memory.save({ sessionId: "before", candidates: { lessons: known }, model: "local/rules" });
  const candidates = { lessons: [...known.map((text) => `${text} as well`), ...texts.slice(200, 312)] };
  const env = {
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: server.url,
    HOME: home,
    PATH: process.env.PATH,
  };
  await memory.stage({ sessionId: "asked", candidates: { lessons: candidates.lessons.slice(0, 200) } });
  await memory.stage({ sessionId: "asked", candidates: { lessons: candidates.lessons.slice(200) } });
  await memory.close();
  const args = [main, "reconcile", "--json", "--quiet", "--dir", join(home, "asked")];
  const child = spawn(process.execPath, args, { env, cwd: home });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  await new Promise((done) => child.on("close", done));
  await server.close();
  const { counts, model_calls } = JSON.parse(out);
  const characters = server.requests.map(({ body }) => JSON.stringify(body).length);
  const sum = characters.reduce((total, one) => total + one, 0);
  return `${counts.staged} candidates, 112 of which resemble something known: ${model_calls} model calls, ${(sum / 1_000).toFixed(0)} thousand characters asked in all.`;
}

function started(args: readonly string[]): number {
  const start = performance.now();
  spawnSync(process.execPath, args, { env: { PATH: process.env.PATH, HOME: home }, cwd: home });
  return performance.now() - start;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function series(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let nth = 0; nth < times; nth++) took.push(await timed(work));
  return took;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}
