import { type LedgerLine, type RecordRow, runId, type Store, sameWords } from "@holdfast/schema";
import { inEachStore, theOne } from "./find-id.ts";
import { storesOf, type World } from "./world.ts";

/**
 * Erases a text from records, ledger, staging, dead letters, run log and index: of a record, also the versions it superseded and
 * every candidate it was founded on or that it was confirmed by. Ids and a hash stay, so that the text is known when it comes back.
 * There is no undo. Dying in the middle leaves part of it erased; repeating finishes.
 */
export async function forget(world: World, id: string): Promise<{ forgotten: string[] }> {
  for (const store of storesOf(world)) await store.refresh(); // a file that the index does not know would keep its text
  const matches = await inEachStore(world, (store) => idsIn(store, id));
  const { store, found } = theOne(matches, id, (one) => one, "memory");
  const rows = await store.records();
  const records = lineageOf(found, rows);
  const candidates = await candidatesOf(store, found, records);
  const recordIds = records.map((row) => row.id);
  const run_id = runId(world.now(), world.randomHex());
  const writer = await store.hold({ command: "forget", run_id });
  try {
    await writer.forget({ recordIds, candidateIds: candidates, run_id, at: world.now().toISOString() });
  } finally {
    await writer.release();
  }
  return { forgotten: [...recordIds, ...candidates] };
}

async function idsIn(store: Store, prefix: string): Promise<string[]> {
  const records = (await store.findRecords(prefix)).map((row) => row.id);
  const lines = (await store.findLedger(prefix)).map((line) => line.candidate_id);
  const staged = (await store.staged()).candidates.map(({ candidate }) => candidate.candidate_id);
  const dead = (await store.deadLetters()).letters.map((letter) => letter.candidate_id);
  const founders = (await store.records()).flatMap((row) => row.sources.map((source) => source.candidate_id));
  const candidates = [...staged, ...dead, ...founders].filter((one) => one.startsWith(prefix));
  return [...new Set([...records, ...lines, ...candidates])];
}

/** The record meant and all it replaced: their texts are its earlier wordings. */
function lineageOf(id: string, rows: readonly RecordRow[]): RecordRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const meant = rows.filter((row) => row.id === id || isFoundedOn(row, id));
  const lineage = new Set<RecordRow>();
  const queue = [...meant];
  for (const row of queue) {
    if (lineage.has(row)) continue;
    lineage.add(row);
    queue.push(...row.supersedes.map((one) => byId.get(one)).filter((one) => one !== undefined));
  }
  return [...lineage];
}

function isFoundedOn(row: RecordRow, candidateId: string): boolean {
  return row.sources.some((source) => source.candidate_id === candidateId && source.action !== "duplicate");
}

/** Every candidate that holds the text: founders, duplicates, and copies with the same words anywhere. */
async function candidatesOf(store: Store, id: string, records: readonly RecordRow[]): Promise<string[]> {
  const ids = new Set(records.flatMap((row) => row.sources.map((source) => source.candidate_id)));
  if (id.startsWith("cand_") || id.startsWith("file-")) ids.add(id);
  const known = await textsOf(store);
  const texts = [
    ...records.map((row) => row.summary),
    ...known.filter((one) => ids.has(one.id)).map((one) => one.summary),
  ];
  for (const one of known) {
    if (texts.some((text) => text !== "" && sameWords(text, one.summary))) ids.add(one.id);
  }
  return [...ids];
}

async function textsOf(store: Store): Promise<{ id: string; summary: string }[]> {
  const staged = (await store.staged()).candidates.map(({ candidate }) => candidate);
  const dead = (await store.deadLetters()).letters.flatMap((letter) => letter.candidate ?? []);
  const lines = (await store.findLedger("")).flatMap(({ candidate }: LedgerLine) =>
    "summary" in candidate ? candidate : [],
  );
  return [...staged, ...dead, ...lines].map(({ candidate_id, summary }) => ({ id: candidate_id, summary }));
}
