import { type ForgottenIds, type RecordRow, runId, type Store, sameWords } from "@holdfast/schema";
import { type InScope, inEachStore, refuseBareType, theOneId } from "./find-id.ts";
import { inWritersPlace } from "./in-writers-place.ts";
import { storesOf, type World } from "./world.ts";

/**
 * Erases a text from records, ledger, staging, dead letters, run log and index: of a record, also the versions it superseded, every
 * candidate it was founded on or confirmed by, and whatever else says the same in the same words. Ids and a hash stay, so that the text is known
 * when it comes back. There is no undo. Dying in the middle leaves part of it erased; repeating finishes.
 */
export async function forget(world: World, id: string, { scope }: InScope = {}): Promise<ForgottenIds> {
  refuseBareType(id);
  const stores = storesOf(world, scope);
  for (const store of stores) await store.refresh(); // a file that the index does not know would keep its text
  const meant = theOneId(await inEachStore(world, (store) => idsIn(store, id), scope), id, "memory");
  const texts = (await Promise.all(stores.map((store) => textsOf(store, meant)))).flat();
  const forgotten: string[] = [];
  for (const store of stores) forgotten.push(...(await forgetIn(world, store, meant, texts)));
  return { forgotten: [...new Set(forgotten)] };
}

/** Everything in one store that is meant, or holds one of the texts. */
async function forgetIn(
  world: World,
  store: Store,
  meant: string,
  texts: readonly string[],
): Promise<string[]> {
  const recordIds = lineageOf(
    await store.records(),
    (row) => isMeant(row, meant) || saysOneOf(texts, row.summary),
  );
  const candidateIds = await candidatesOf(store, meant, texts, recordIds);
  if (recordIds.length + candidateIds.length === 0) return [];
  const run_id = runId(world.now(), world.randomHex());
  const at = world.now().toISOString();
  await inWritersPlace(store, { command: "forget", run_id }, (writer) =>
    writer.forget({ recordIds, candidateIds, run_id, at }),
  );
  return [...recordIds, ...candidateIds];
}

async function idsIn(store: Store, prefix: string): Promise<string[]> {
  const rows = await store.records();
  const records = rows.map(({ id }) => id);
  const founders = rows.flatMap(({ sources }) => sources.map(({ candidate_id }) => candidate_id));
  const others = (await heldBy(store)).map(({ id }) => id);
  return [...new Set([...records, ...founders, ...others])].filter((id) => id.startsWith(prefix));
}

/** The texts that a record or a candidate says. */
async function textsOf(store: Store, id: string): Promise<string[]> {
  const rows = (await store.records()).filter((row) => isMeant(row, id)).map(({ summary }) => summary);
  const held = (await heldBy(store)).filter((one) => one.id === id).map(({ summary }) => summary);
  return [...rows, ...held].filter((text) => text.trim() !== "");
}

/** These records and all they replaced: their texts are earlier wordings of the same. */
function lineageOf(rows: readonly RecordRow[], isRoot: (row: RecordRow) => boolean): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lineage = new Set<string>();
  const open = rows.filter(isRoot);
  for (const row of open) {
    if (lineage.has(row.id)) continue;
    lineage.add(row.id);
    open.push(...row.supersedes.map((one) => byId.get(one)).filter((one) => one !== undefined));
  }
  return [...lineage];
}

function isMeant(row: RecordRow, id: string): boolean {
  const founders = row.sources.filter(({ action }) => action !== "duplicate");
  return row.id === id || founders.some(({ candidate_id }) => candidate_id === id);
}

function saysOneOf(texts: readonly string[], summary: string): boolean {
  return texts.some((text) => sameWords(text, summary));
}

/** Every candidate that is meant, founded or confirmed one of the records, or says the same. */
async function candidatesOf(
  store: Store,
  meant: string,
  texts: readonly string[],
  recordIds: readonly string[],
): Promise<string[]> {
  const rows = (await store.records()).filter(({ id }) => recordIds.includes(id));
  const sources = rows.flatMap((row) => row.sources.map(({ candidate_id }) => candidate_id));
  const held = (await heldBy(store)).filter(
    ({ id, summary, raw }) =>
      id === meant ||
      saysOneOf(texts, summary) ||
      texts.some((text) => raw.includes(JSON.stringify(text).slice(1, -1))),
  );
  return [...new Set([...sources, ...held.map(({ id }) => id)])];
}

interface HeldText {
  readonly id: string;
  readonly summary: string;
  /** Of what could not be read. */
  readonly raw: string;
}

/** What staging, dead letters and ledger hold. */
async function heldBy(store: Store): Promise<HeldText[]> {
  const staged = (await store.staged()).candidates.map(({ candidate }) => candidate);
  const { letters } = await store.deadLetters();
  const lines = (await store.findLedger("")).map(({ candidate }) => candidate);
  const dead = letters.map(({ candidate_id, candidate, raw = "" }) => candidate ?? { candidate_id, raw });
  return [...staged, ...dead, ...lines].map((one) => ({
    id: one.candidate_id,
    summary: "summary" in one ? one.summary : "",
    raw: "raw" in one ? one.raw : "",
  }));
}
