import type { Settled } from "@holdfast/schema";
import type { Answer } from "./answer.ts";
import type { Catalogue } from "./catalogue.ts";

/** For each candidate the place of its highest round; a record before a ledger line of the same round. */
export function findSettled(
  catalogue: Catalogue,
  candidateIds: readonly string[],
): Answer<Map<string, Settled>> {
  const value = new Map<string, Settled>();
  const places = catalogue.settledAt(candidateIds);
  for (const { candidate_id, record_id, round, path } of places) {
    const known = value.get(candidate_id);
    const place = path === undefined ? "ledger" : "record";
    const isBetter = !known || round > known.round || (round === known.round && place === "record");
    if (isBetter)
      value.set(candidate_id, { place, round, ...(record_id === undefined ? {} : { record_id }) });
  }
  return { value, paths: places.flatMap(({ path }) => (path === undefined ? [] : [path])) };
}
