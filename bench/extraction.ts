// What the rule-based extractor takes from real texts: precision and recall where there are labels, and all that is taken, to be
// judged by reading it. How texts are labelled: packages/extraction/test/labelled.
// node_modules/.bin/tsx --conditions=@holdfast/source bench/extraction.ts DIR
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { extractByRules, type Found, readSession, turnKeys } from "../packages/extraction/src/index.ts";
import { readSentences, readSnippets } from "../packages/extraction/test/labelled/material.ts";
import { ownSentences } from "../packages/extraction/test/labelled/own-sentences.ts";
import {
  precisionOf,
  recallOf,
  type Score,
  type Scored,
  scoreSentences,
} from "../packages/extraction/test/labelled/score.ts";
import { scoreSnippets } from "../packages/extraction/test/labelled/snippets.ts";
import { isHoldfastError, type Transcript } from "../packages/schema/src/index.ts";

const dir = process.argv[2];
if (dir === undefined) {
  console.error("usage: bench/extraction.ts DIR (with sessions/, memory-items/, extraction/, locomo/)");
  process.exit(2);
}
showScore("274 sentences of users (read while the rules were written)", scoreSentences(readSentences(dir)));
// A decision or preference is wanted as one, a fact as domain when it lasts; commitments and opinions are not wanted.
showScore("40 labelled snippets (read while the rules were written)", scoreSnippets(readSnippets(dir)));
showScore(
  "sentences of our own, look-alikes among them (the rules were mended by them)",
  scoreSentences(ownSentences),
);
readSessions(join(dir, "sessions"));
readSmallTalk(join(dir, "locomo/locomo-dev5.json"));
readLarge();

function showScore(name: string, score: Score): void {
  const { right, noise, misfiled, missed } = score;
  const taken = right.length + noise.length + misfiled.length;
  console.log(
    `\n# ${name}\nprecision ${percent(precisionOf(score))} (${right.length} of ${taken} taken), ` +
      `recall ${percent(recallOf(score))} (${right.length} of ${right.length + misfiled.length + missed.length} wanted)`,
  );
  list("taken, but nothing in it lasts", noise);
  list("filed under a category that does not fit", misfiled);
  list("missed", missed);
}

function list(name: string, texts: readonly Scored[]): void {
  if (texts.length > 0) console.log(`${name}: ${texts.length}`);
  for (const { text, wanted, found } of texts) {
    console.log(`  - [${wanted.join(" or ") || "none"}] ${text.replace(/\s+/g, " ")}`);
    show(found);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** What people said in real sessions: no labels, but few enough to read. */
function readSessions(folder: string): void {
  console.log("\n# Sessions (no labels: read what is taken)");
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
      `${relative(folder, path)} (${transcript.agent}): ${transcript.turns.length} turns, read ${(read - start).toFixed(0)} ms, ` +
        `rules ${(done - read).toFixed(0)} ms, ${found.length} candidates, ${passed_over.length} passed over, ` +
        `${transcript.warnings.length} warnings`,
    );
    show(found);
    for (const { message } of passed_over) console.log(`  - ${message}`);
  }
  console.log(`(${others} files that no reader knows left out)`);
}

/** Friends who chat lay nothing down for a coding agent, so whatever is taken from them is noise. */
function readSmallTalk(path: string): void {
  const conversations = JSON.parse(readFileSync(path, "utf8")) as { conversation: Record<string, unknown> }[];
  const turns = conversations
    .flatMap(({ conversation }) => Object.values(conversation))
    .flatMap((session) => (Array.isArray(session) ? (session as { text: string }[]) : []))
    .map(({ text }, index) => ({ id: String(index), role: "user" as const, text }));
  const { found } = extract({ session_id: "talk", origin: path, agent: "none", turns, warnings: [] });
  console.log(`\n# Small talk: ${found.length} taken of ${turns.length} turns`);
  show(found);
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
    const transcript = readSession(bytes, "large");
    const read = performance.now();
    extract(transcript);
    const ruled = performance.now();
    turnKeys(transcript);
    const keyed = performance.now();
    console.log(
      `${(bytes.length / 1e6).toFixed(1)} MB, ${transcript.turns.length} turns: read ${(read - start).toFixed(0)} ms, ` +
        `rules ${(ruled - read).toFixed(0)} ms, keys of all turns ${(keyed - ruled).toFixed(0)} ms`,
    );
  }
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
    return readSession(bytes, path);
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
