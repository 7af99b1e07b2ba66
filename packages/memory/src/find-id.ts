import { HoldfastError, type RecordRow, type Scope, type Store } from "@holdfast/schema";
import { storesOf, type World } from "./world.ts";

/** A thing found by its id, and the store it is in. */
export interface FoundIn<T> {
  readonly store: Store;
  readonly found: T;
}

/** The one record whose id is, or starts with, `id`. Throws `not_found` or `ambiguous_id`. */
export async function findRecord(world: World, id: string, scope?: Scope): Promise<FoundIn<RecordRow>> {
  const all = await inEachStore(world, (store) => store.findRecords(id), scope);
  return theOne(all, id, (row) => row.id, "record");
}

/** Where an id is looked for: in both stores, or in that of one scope. */
export interface InScope {
  readonly scope?: Scope | undefined;
}

/** Runs a look-up in every store, or in that of one scope. */
export async function inEachStore<T>(
  world: World,
  look: (store: Store) => Promise<readonly T[]>,
  scope?: Scope,
): Promise<FoundIn<T>[]> {
  const perStore = await Promise.all(
    storesOf(world, scope).map(async (store) => (await look(store)).map((found) => ({ store, found }))),
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
  if (new Set(choice.map(({ store }) => store)).size > 1) {
    throw new HoldfastError("ambiguous_id", `${ids[0]} is both in the project's memory and in yours.`, {
      hint: "Say which with --scope project or --scope user. Nothing was changed.",
    });
  }
  return choice[0];
}

/** What can't be undone takes no bare type, `rec_`, for an id, even where there is but one. */
export function refuseBareType(id: string): void {
  if (!/^(?:r|re|rec|ru|run|c|ca|can|cand|f|fi|fil|file)[_-]?$/.test(id)) return;
  throw new HoldfastError("ambiguous_id", `${JSON.stringify(id)} is how every such id begins.`, {
    hint: "Give more of the id. Nothing was changed.",
  });
}

/** The only id that starts with `id`, in whatever stores it stands. */
export function theOneId(matches: readonly FoundIn<string>[], id: string, what: string): string {
  const once = matches.filter((one, at) => matches.findIndex(({ found }) => found === one.found) === at);
  return theOne(once, id, (found) => found, what).found;
}

function whereIdsAre(what: string): string {
  switch (what) {
    case "run":
      return "`holdfast runs` shows the ids there are.";
    case "record":
      return "`holdfast list` shows the ids there are, `holdfast list --status archived` those of what was taken out.";
    case "staged or dead candidate":
      return "`holdfast staging` and `holdfast deadletter` show the ids there are.";
    default:
      return "`holdfast list`, `holdfast staging` and `holdfast deadletter` show the ids there are.";
  }
}
