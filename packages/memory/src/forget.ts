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
  const known = new Map(
    await Promise.all(stores.map(async (store) => [store, await readKnown(store)] as const)),
  );
  const ids = await inEachStore(world, async (store) => idsIn(known.get(store)!, id), scope);
  const meant = theOneId(ids, id, "memory");
  const texts = [...known.values()].flatMap((one) => textsOf(one, meant));
  const forgotten: string[] = [];
  for (const [store, one] of known)
    forgotten.push(...(await forgetIn(world, store, chosenFrom(one, meant, texts))));
  return { forgotten: [...new Set(forgotten)] };
}

async function forgetIn(world: World, store: Store, { recordIds, candidateIds }: Chosen): Promise<string[]> {
  if (recordIds.length + candidateIds.length === 0) return [];
  const run_id = runId(world.now(), world.randomHex());
  const at = world.now().toISOString();
  await inWritersPlace(store, { command: "forget", run_id }, (writer) =>
    writer.forget({ recordIds, candidateIds, run_id, at }),
  );
  return [...recordIds, ...candidateIds];
}

/** All that one store holds. */
interface Known {
  readonly rows: readonly RecordRow[];
  readonly held: readonly HeldText[];
}

async function readKnown(store: Store): Promise<Known> {
  return { rows: await store.records(), held: await heldBy(store) };
}

function idsIn({ rows, held }: Known, prefix: string): string[] {
  const records = rows.map(({ id }) => id);
  const founders = rows.flatMap(({ sources }) => sources.map(({ candidate_id }) => candidate_id));
  const others = held.map(({ id }) => id);
  return [...new Set([...records, ...founders, ...others])].filter((id) => id.startsWith(prefix));
}

/** The texts that a record or a candidate says. */
function textsOf({ rows, held }: Known, id: string): string[] {
  const records = rows.filter((row) => isMeant(row, id)).map(({ summary }) => summary);
  const others = held.filter((one) => one.id === id).map(({ summary }) => summary);
  return [...records, ...others].filter((text) => text.trim() !== "");
}

interface Chosen {
  readonly recordIds: readonly string[];
  readonly candidateIds: readonly string[];
}

/** Everything that is meant, or holds one of the texts: records, and each candidate that founded or confirmed one of them or says the same. */
function chosenFrom({ rows, held }: Known, meant: string, texts: readonly string[]): Chosen {
  const recordIds = lineageOf(rows, (row) => isMeant(row, meant) || saysOneOf(texts, row.summary));
  const sources = rows
    .filter(({ id }) => recordIds.includes(id))
    .flatMap((row) => row.sources.map(({ candidate_id }) => candidate_id));
  const others = held.filter(
    ({ id, summary, raw }) =>
      id === meant ||
      saysOneOf(texts, summary) ||
      texts.some((text) => raw.includes(JSON.stringify(text).slice(1, -1))),
  );
  return { recordIds, candidateIds: [...new Set([...sources, ...others.map(({ id }) => id)])] };
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
