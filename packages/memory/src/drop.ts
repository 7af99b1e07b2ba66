import { type Dropped, HoldfastError, type LedgerLine, runId, type Store } from "@holdfast/schema";
import { type InScope, inEachStore, refuseBareType, theOne } from "./find-id.ts";
import { inWritersPlace } from "./in-writers-place.ts";
import type { World } from "./world.ts";

/** A candidate that waits or is dead, as the ledger will keep it. */
interface Droppable {
  readonly candidate_id: string;
  readonly session_id: string;
  readonly candidate: LedgerLine["candidate"];
}

/**
 * Settles a staged or dead candidate as discarded by a person. It stays whole in the ledger, from where `recover` brings it
 * back; the same text is not learnt again unless a person insists. Throws `not_found`, `ambiguous_id` or `writer_busy`.
 */
export async function drop(world: World, id: string, { scope }: InScope = {}): Promise<Dropped> {
  refuseBareType(id);
  const matches = await inEachStore(world, droppablesOf, scope);
  const { store, found } = theOne(
    matches.filter((match) => match.found.candidate_id.startsWith(id)),
    id,
    (one) => one.candidate_id,
    "staged or dead candidate",
  );
  const run_id = runId(world.now(), world.randomHex());
  await inWritersPlace(store, { command: "drop", run_id }, async (writer) => {
    await refuseIfGone(store, found);
    const line: LedgerLine = {
      ...found,
      run_id,
      fate: "discard",
      reason: "dropped by a person",
      at: world.now().toISOString(),
      by: "person",
    };
    const round = "round" in found.candidate ? (found.candidate.round ?? 0) : 0;
    // A candidate that was settled when its process died is still found waiting: its outcome stands.
    const settled = (await store.settled([found.candidate_id])).get(found.candidate_id);
    if (settled === undefined || settled.round < round) await writer.commit([{ kind: "ledger", line }]);
    await writer.consume({ settled: new Map([[found.candidate_id, round]]), changed: [] });
    await writer.removeDeadLetters([found.candidate_id]);
  });
  return { dropped: found.candidate_id };
}

async function droppablesOf(store: Store): Promise<Droppable[]> {
  const { candidates } = await store.staged();
  const { letters } = await store.deadLetters();
  const waiting = candidates.map(({ candidate, session_id }) => ({
    candidate_id: candidate.candidate_id,
    session_id,
    candidate,
  }));
  const dead = letters.map(({ candidate_id, session_id, candidate, raw }) => ({
    candidate_id,
    session_id,
    candidate: candidate ?? { candidate_id, unreadable: true as const, raw: raw ?? "" },
  }));
  return [...waiting, ...dead];
}

/** Another writer may have settled it before we got the writer's place. */
async function refuseIfGone(store: Store, found: Droppable): Promise<void> {
  const now = await droppablesOf(store);
  if (now.some(({ candidate_id }) => candidate_id === found.candidate_id)) return;
  throw new HoldfastError(
    "not_found",
    `${found.candidate_id} was settled by another writer in the meantime.`,
    {
      hint: `\`holdfast show ${found.candidate_id}\` says where it is now. Nothing was changed.`,
    },
  );
}
