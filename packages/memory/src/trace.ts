import type { Store, Trace } from "@holdfast/schema";
import { type InScope, inEachStore, theOne } from "./find-id.ts";
import type { World } from "./world.ts";

/** Finds a candidate by its id or the start of it, wherever it ended. Throws `not_found` or `ambiguous_id`. */
export async function trace(world: World, id: string, { scope }: InScope = {}): Promise<Trace> {
  const matches = await inEachStore(world, (store) => tracesOf(store, id), scope);
  return theOne(matches, id, (one) => one.candidate_id, "record or candidate").found;
}

/** The places in the order in which they beat each other: a record, the ledger, staging, the dead letters. */
async function tracesOf(store: Store, prefix: string): Promise<Trace[]> {
  const { scope } = store;
  const founded = (await store.records()).flatMap((row): Trace[] =>
    row.sources
      .filter(({ action }) => action !== "duplicate")
      .map(({ candidate_id }) => ({ candidate_id, scope, place: "record", record_id: row.id })),
  );
  const lines = (await store.findLedger(prefix)).map(
    (ledger_line): Trace => ({
      candidate_id: ledger_line.candidate_id,
      scope,
      place: "ledger",
      ...(ledger_line.record_id && { record_id: ledger_line.record_id }),
      ledger_line,
    }),
  );
  const staged = (await store.staged()).candidates.map(
    ({ candidate }): Trace => ({ candidate_id: candidate.candidate_id, scope, place: "staging", candidate }),
  );
  const dead = (await store.deadLetters()).letters.map(
    (dead_letter): Trace => ({
      candidate_id: dead_letter.candidate_id,
      scope,
      place: "dead_letter",
      dead_letter,
    }),
  );
  return [...founded, ...lines.reverse(), ...staged, ...dead].filter(({ candidate_id }) =>
    candidate_id.startsWith(prefix),
  );
}
