// What the rule-based extractor takes from real transcripts, to be judged by reading it.
// node_modules/.bin/tsx --conditions=@holdfast/source bench/extraction.ts DIR
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { extractByRules, type Found, readPiSession, turnKey } from "../packages/extraction/src/index.ts";
import { isHoldfastError, type Transcript } from "../packages/schema/src/index.ts";

const dir = process.argv[2];
if (dir === undefined) {
  console.error("usage: bench/extraction.ts DIR (with sessions/, memory-items/, extraction/)");
  process.exit(2);
}
readSessions(join(dir, "sessions"));
readCueSentences(join(dir, "memory-items/user-cue-sentences.json"));
readLabelled(join(dir, "extraction/dataset.jsonl"), join(dir, "extraction/labels.jsonl"));
readLarge();

function readSessions(folder: string): void {
  console.log("\n# Sessions readable as Pi");
  let others = 0;
  for (const path of filesIn(folder)) {
    const bytes = readFileSync(path);
    const start = performance.now();
    const transcript = tryRead(bytes, path);
    if (transcript === undefined) {
      others++;
      continue;
    }
    const read = performance.now();
    const { found, passed_over } = extract(transcript);
    const done = performance.now();
    console.log(
      `${relative(folder, path)}: ${transcript.turns.length} turns, read ${(read - start).toFixed(0)} ms, ` +
        `rules ${(done - read).toFixed(0)} ms, ${found.length} candidates, ${passed_over.length} passed over, ` +
        `${transcript.warnings.length} warnings`,
    );
    show(found);
    for (const { message } of passed_over) console.log(`  - ${message}`);
  }
  console.log(`(${others} files of other agents left out)`);
}

function readCueSentences(path: string): void {
  const sentences = JSON.parse(readFileSync(path, "utf8")) as { text: string }[];
  const read = sentences.map(({ text }, index) => saying(text, index));
  const taken = read.flatMap(({ found }) => found);
  console.log(`\n# Cue sentences: ${taken.length} taken of ${sentences.length}`);
  show(taken);
  for (const { path: turn, message } of read.flatMap(({ passed_over }) => passed_over))
    console.log(`  - [${turn}] ${message}`);
}

function readLabelled(texts: string, labels: string): void {
  const labelOf = new Map(
    linesOf<{ id: string; memories: { type: string }[] }>(labels).map(({ id, memories }) => [id, memories]),
  );
  console.log("\n# Labelled snippets: labels -> what was taken");
  for (const [index, { id, text }] of linesOf<{ id: string; text: string }>(texts).entries()) {
    const { found } = saying(text, index);
    const wanted = labelOf.get(id)?.map(({ type }) => type) ?? [];
    if (found.length > 0) console.log(`${id}: ${wanted.join(", ")}`);
    show(found);
  }
}

/** A session of 50 MB, most of it tool output, to see that reading stays linear. */
function readLarge(): void {
  console.log("\n# Size");
  const header = JSON.stringify({ type: "session", version: 3, id: "large", cwd: "/w" });
  for (const megabytes of [12.5, 25, 50]) {
    const lines = [header];
    for (let n = 0; lines.length * 4_000 < megabytes * 1e6; n++) {
      const message =
        n % 3 === 0
          ? { role: "user", content: `Step ${n}: ${"look at the next file and go on. ".repeat(118)}` }
          : {
              role: "toolResult",
              toolName: "read",
              content: [{ type: "text", text: "x = 1;\n".repeat(480) }],
            };
      lines.push(
        JSON.stringify({ type: "message", id: `e${n}`, parentId: n === 0 ? null : `e${n - 1}`, message }),
      );
    }
    const bytes = new TextEncoder().encode(lines.join("\n"));
    const start = performance.now();
    const transcript = readPiSession(bytes, "large");
    const read = performance.now();
    extract(transcript);
    const ruled = performance.now();
    for (const turn of transcript.turns) turnKey(turn);
    const keyed = performance.now();
    console.log(
      `${(bytes.length / 1e6).toFixed(1)} MB, ${transcript.turns.length} turns: read ${(read - start).toFixed(0)} ms, ` +
        `rules ${(ruled - read).toFixed(0)} ms, keys of all turns ${(keyed - ruled).toFixed(0)} ms`,
    );
  }
}

function saying(text: string, index: number) {
  return extract({
    session_id: "bench",
    origin: "bench",
    agent: "bench",
    turns: [{ id: String(index), role: "user", text }],
    warnings: [],
  });
}

function extract(transcript: Transcript) {
  return extractByRules(transcript, { skip: new Set() });
}

function show(found: readonly Found[]): void {
  for (const { category, proposal } of found) {
    const { summary, why, alternatives, scope_suggestion, detail, source_evidence } = proposal;
    console.log(`  + [${source_evidence.entry_id}] ${category} (${scope_suggestion}): ${summary}`);
    if (why !== undefined) console.log(`      why: ${why}`);
    if (alternatives !== undefined) console.log(`      not: ${alternatives.join(" | ")}`);
    if (detail !== undefined) console.log(`      detail: ${detail}`);
    if (source_evidence.quote !== summary) console.log(`      quote: ${source_evidence.quote}`);
  }
}

function tryRead(bytes: Uint8Array, path: string): Transcript | undefined {
  try {
    return readPiSession(bytes, path);
  } catch (error) {
    if (isHoldfastError(error, "transcript_unreadable")) return undefined;
    throw error;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.jsonl?$/.test(name) && name !== "MANIFEST.json")
    .map((name) => join(folder, name))
    .sort();
}

function linesOf<Row>(path: string): Row[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Row);
}
