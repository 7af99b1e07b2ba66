// Every session of a folder, and one of 50 MB for each agent, read in a process of its own: the table of docs/sessions.md.
// Needs a build. node_modules/.bin/tsx --conditions=@holdfast/source bench/readers.ts DIR
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  aClaudeSession,
  aCodexSession,
  aGeminiSession,
  aPlainSession,
  aSession,
  type SessionTurn,
} from "../packages/testkit/src/index.ts";

interface Row {
  readonly agent: string;
  readonly bytes: number;
  readonly turns: number;
  readonly person: number;
  readonly windows: number;
  readonly asked: number;
  readonly warnings: number;
  readonly read_ms: number;
  readonly plan_ms: number;
  readonly peak_mb: number;
}

const dir = process.argv[2];
if (dir === undefined) {
  console.error("usage: bench/readers.ts DIR (with sessions/)");
  process.exit(2);
}
const script = fileURLToPath(new URL("read-one.mjs", import.meta.url));
const head = [
  "file",
  "agent",
  "MB",
  "turns",
  "of a person",
  "windows",
  "read ms",
  "plan ms",
  "peak MB",
  "warnings",
];
console.log(`| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}`);
const folder = join(dir, "sessions");
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
  if (/\.jsonl?$/.test(name) && basename(name) !== "MANIFEST.json") print(name, rowOf(join(folder, name)));

const large = mkdtempSync(join(tmpdir(), "holdfast-bench-"));
const writers = {
  pi: aSession,
  claude: aClaudeSession,
  codex: aCodexSession,
  gemini: aGeminiSession,
  plain: aPlainSession,
};
for (const [agent, write] of Object.entries(writers)) {
  const path = join(large, `${agent}.jsonl`);
  writeFileSync(path, write(turnsOf(50e6)));
  print(`made up, ${agent}`, rowOf(path));
}
rmSync(large, { recursive: true });

/** A third of it said by a person, the rest results of tools. */
function turnsOf(bytes: number): SessionTurn[] {
  const turns: SessionTurn[] = [];
  const said = "look at the next file, tell me what is wrong with it, and go on to the one after that. ";
  for (let n = 0; n * 4_000 < bytes * 0.97; n++)
    turns.push(
      n % 3 === 0
        ? { role: "user", text: `Step ${n}: ${said.repeat(44)}` }
        : { role: "tool", tool: "read", input: { path: `src/${n}.ts` }, text: "x = 1;\n".repeat(480) },
    );
  return turns;
}

function rowOf(path: string): Row {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${path}: ${stderr}`);
  return JSON.parse(stdout) as Row;
}

function print(name: string, row: Row): void {
  const short = name.length > 48 ? `${name.slice(0, 45)}...` : name;
  const { agent, bytes, turns, person, windows, read_ms, plan_ms, peak_mb, warnings } = row;
  const cells = [
    short,
    agent,
    (bytes / 1e6).toFixed(1),
    turns,
    person,
    windows,
    read_ms,
    plan_ms,
    peak_mb,
    warnings,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
