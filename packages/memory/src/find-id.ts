import { HoldfastError, type RecordRow, type Store } from "@holdfast/schema";
import { storesOf, type World } from "./world.ts";

/** A thing found by its id, and the store it is in. */
export interface FoundIn<T> {
  readonly store: Store;
  readonly found: T;
}

/** The one record whose id is, or starts with, `id`. Throws `not_found` or `ambiguous_id`. */
export async function findRecord(world: World, id: string): Promise<FoundIn<RecordRow>> {
  const all = await inEachStore(world, (store) => store.findRecords(id));
  return theOne(all, id, (row) => row.id, "record");
}

/** Runs a look-up in every store. */
export async function inEachStore<T>(
  world: World,
  look: (store: Store) => Promise<readonly T[]>,
): Promise<FoundIn<T>[]> {
  const perStore = await Promise.all(
    storesOf(world).map(async (store) => (await look(store)).map((found) => ({ store, found }))),
  );
  return perStore.flat();
}

/** The only match for an id or the start of one; an exact match beats longer ids. */
export function theOne<T>(
  matches: readonly FoundIn<T>[],
  id: string,
  idOf: (found: T) => string,
  what: string,
): FoundIn<T> {
  const exact = matches.filter(({ found }) => idOf(found) === id);
  const choice = exact.length > 0 ? exact : matches;
  const ids = [...new Set(choice.map(({ found }) => idOf(found)))];
  if (id === "" || choice[0] === undefined) {
    throw new HoldfastError("not_found", `There is no ${what} with the id ${JSON.stringify(id)}.`, {
      hint: `${whereIdsAre(what)} Nothing was changed.`,
    });
  }
  if (ids.length > 1) {
    throw new HoldfastError(
      "ambiguous_id",
      `${JSON.stringify(id)} is the start of ${ids.length} ids: ${ids.slice(0, 5).join(", ")}${ids.length > 5 ? ", ..." : ""}.`,
      {
        hint: "Give more of the id. Nothing was changed.",
      },
    );
  }
  return choice[0];
}

function whereIdsAre(what: string): string {
  return what === "run"
    ? "`holdfast runs` shows the ids there are."
    : "`holdfast list`, `holdfast staging` and `holdfast deadletter` show the ids there are.";
}
