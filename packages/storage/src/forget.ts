import { dirname, join } from "node:path";
import {
  type DeadLetter,
  type Disk,
  forgottenOf,
  type LedgerLine,
  type MemoryRecord,
  type RecordRow,
  wordKey,
} from "@holdfast/schema";
import { consume } from "./consume.ts";
import { deadLetterName } from "./dead-letters/dead-letter-file.ts";
import { removeDurably, replaceDurably } from "./disk/durable.ts";
import { appendToLedger } from "./ledger/append-to-ledger.ts";
import { eraseFromLedger } from "./ledger/erase-from-ledger.ts";
import { readDeadLetters } from "./read-dead-letters.ts";
import { readWaiting } from "./read-waiting.ts";
import { eraseQuotes } from "./records/erase-quotes.ts";
import { recordPath } from "./records/record-path.ts";
import { renderRecord } from "./records/render-record.ts";
import { type Erasure, eraseFromRunLog } from "./run-log/erase-from-run-log.ts";
import type { StoreParts } from "./store-parts.ts";
import { sweepTemps } from "./sweep-temps.ts";

export interface ForgetRequest {
  readonly recordIds: readonly string[];
  readonly candidateIds: readonly string[];
  readonly run_id: string;
  readonly at: string;
}

/**
 * Erases texts everywhere in a store. Each candidate is first settled by a ledger line that holds only its keys; then its text goes. Dying
 * in between leaves some of the text and none of the books wrong: repeating finishes.
 */
export async function forget(parts: StoreParts, request: ForgetRequest): Promise<void> {
  const { disk, paths, index } = parts;
  const ids = new Set(request.candidateIds);
  const all = await index.rows();
  const rows = all.filter(({ id }) => request.recordIds.includes(id));
  const waiting = await readWaiting(disk, paths.staging);
  const staged = waiting.candidates.filter(({ candidate }) => ids.has(candidate.candidate_id));
  const letters = (await readDeadLetters(disk, paths.deadLetters)).letters.filter((letter) =>
    ids.has(letter.candidate_id),
  );

  const open = [
    ...staged.map(({ candidate, session_id }) => ({ candidate, session_id })),
    ...letters.map((letter) => ({ candidate: candidateOf(letter), session_id: letter.session_id })),
  ];
  const unsettled = await withoutOutcome(index, open);
  await appendToLedger(
    disk,
    paths.ledger,
    unsettled.map(({ candidate, session_id }) => lineOf(candidate, session_id, request)),
  );
  // Before the texts themselves go: repeating must still know what was said.
  await eraseSaid(
    parts,
    all.filter(({ id }) => !request.recordIds.includes(id)),
    await saidIn(parts, rows, open, ids),
  );
  for (const row of rows) await buryRecord(parts, row);
  const settled = new Map(staged.map(({ candidate }) => [candidate.candidate_id, candidate.round ?? 0]));
  await consume(disk, paths.staging, waiting.files, { settled, changed: [] });
  for (const letter of letters)
    await removeDurably(disk, join(paths.deadLetters, deadLetterName(letter.candidate_id)));
  await sweepTemps(parts);
  const quotes = quotesOf([
    ...rows.map(({ summary }) => summary),
    ...open.map(({ candidate }) => ("summary" in candidate ? candidate.summary : "")),
  ]);
  const isQuoted = (text: string) => quotes.some((quote) => text.includes(quote));
  await eraseLines(parts, (line) => ids.has(line.candidate_id) || isQuoted(line.reason));
  await eraseRuns(parts, { candidates: ids, records: new Set(request.recordIds), quotes });
  await index.rebuild(); // its free pages may hold the text
}

interface Open {
  readonly candidate: LedgerLine["candidate"];
  readonly session_id: string;
}

/** What was settled when its process died may still be found waiting: its outcome stands. */
async function withoutOutcome(index: StoreParts["index"], open: readonly Open[]): Promise<Open[]> {
  const settled = await index.settled(open.map(({ candidate }) => candidate.candidate_id));
  return open.filter(({ candidate }) => {
    const round = "round" in candidate ? (candidate.round ?? 0) : 0;
    return (settled.get(candidate.candidate_id)?.round ?? -1) < round;
  });
}

function lineOf(
  candidate: LedgerLine["candidate"],
  session_id: string,
  { run_id, at }: ForgetRequest,
): LedgerLine {
  return {
    candidate_id: candidate.candidate_id,
    session_id,
    run_id,
    fate: "discard",
    reason: "The text was forgotten.",
    at,
    by: "person",
    candidate: forgottenOf(candidate),
  };
}

function candidateOf({ candidate, candidate_id, raw }: DeadLetter): LedgerLine["candidate"] {
  return candidate ?? { candidate_id, unreadable: true, raw: raw ?? "" };
}

/** How much of a text is enough to tell that another quotes it. */
const quoteLength = 24;

/** The beginnings of these texts, as reasons quote them. */
function quotesOf(texts: readonly string[]): string[] {
  return texts.map((text) => text.slice(0, quoteLength)).filter((quote) => quote.trim() !== "");
}

/** What must not stay in a quote of anything else: the summaries, and the words that they rest on. */
async function saidIn(
  { index }: StoreParts,
  rows: readonly RecordRow[],
  open: readonly Open[],
  candidateIds: ReadonlySet<string>,
): Promise<string[]> {
  const settled = await Promise.all([...candidateIds].map((id) => index.findLedger(id)));
  const candidates = [...open, ...settled.flat()].flatMap(({ candidate }) =>
    "summary" in candidate ? [candidate.summary, candidate.source_evidence?.quote ?? ""] : [],
  );
  const records = rows.flatMap(({ summary, sources }) => [
    summary,
    ...sources.map(({ quote = "" }) => quote),
  ]);
  return [...candidates, ...records].filter((text) => text.trim() !== "");
}

/** One quote may have taught several things: from the sources of the others it goes, and every other byte of their files stays. */
async function eraseSaid(
  { disk }: StoreParts,
  others: readonly RecordRow[],
  said: readonly string[],
): Promise<void> {
  const isMeant = (quote: string) => said.some((text) => quote.includes(text) || text.includes(quote));
  for (const { path, sources } of others) {
    if (!sources.some(({ quote }) => quote !== undefined && isMeant(quote))) continue;
    const bytes = await disk.read(path);
    const erased = bytes && eraseQuotes(bytes, isMeant);
    if (erased !== undefined) await replaceDurably(disk, path, erased);
  }
}

/** In the place of the record: its ids, and no word. Its name held words too and goes next. */
async function buryRecord({ disk, paths }: StoreParts, row: RecordRow): Promise<void> {
  const { id, category, scope, trust, observed_at, created_at, supersedes, path } = row;
  const grave: MemoryRecord = {
    ...{ id, category, scope, trust, observed_at, created_at, supersedes },
    status: "archived",
    triggers: [],
    sources: row.sources
      .filter(({ action }) => action !== "duplicate")
      .map(({ quote: _, ...source }) => source),
    related: [],
    forgotten: row.forgotten ?? wordKey(row.summary),
    summary: "",
    detail: "",
  };
  await replaceDurably(disk, path, new TextEncoder().encode(renderRecord(grave)));
  const gravePath = await freeName(disk, paths.dir, grave, path);
  if (gravePath === path) return;
  await disk.rename(path, gravePath);
  await disk.syncFolder(dirname(gravePath));
}

/** A name that is free, or that the record has already. */
async function freeName(disk: Disk, dir: string, record: MemoryRecord, own: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const path = join(dir, recordPath(record, attempt));
    if (path === own || (await disk.stat(path)) === undefined) return path;
  }
}

async function eraseLines({ disk, paths }: StoreParts, match: (line: LedgerLine) => boolean): Promise<void> {
  const bytes = await disk.read(paths.ledger);
  const erased = bytes && eraseFromLedger(bytes, match);
  if (erased !== undefined) await replaceDurably(disk, paths.ledger, erased);
}

async function eraseRuns({ disk, paths }: StoreParts, erasure: Erasure): Promise<void> {
  const bytes = await disk.read(paths.runs);
  const erased = bytes && eraseFromRunLog(bytes, erasure);
  if (erased !== undefined) await replaceDurably(disk, paths.runs, erased);
}
