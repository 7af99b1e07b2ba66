import type { Candidate, LedgerLine, MemoryRecord, Neighbour, Similar } from "@holdfast/schema";
import { saysNothingNew } from "./says-nothing-new.ts";
import { neighboursOf } from "./score-neighbours.ts";

/** What can be said of a candidate without asking anyone. */
export type Triage =
  | {
      readonly kind: "discard";
      readonly reason: string;
      readonly record_id?: string;
      /** True when a person had the text erased: it must not be written down again. */
      readonly forgotten?: true;
    }
  | { readonly kind: "duplicate"; readonly record: MemoryRecord; readonly reason: string }
  | { readonly kind: "add"; readonly reason: string }
  | { readonly kind: "ask"; readonly neighbours: readonly Neighbour[] };

/**
 * Settles what is certain: a candidate that says nothing that a current record does not is a duplicate; a text
 * that a person archived, dropped or had forgotten is discarded, unless the person insisted; one that nothing resembles is added.
 * Everything else is to be asked about.
 */
export function triage(candidate: Candidate, similar: Similar): Triage {
  const same = similar.twins.find(
    ({ record, standing }) => standing === "current" && saysNothingNew(candidate, record),
  );
  if (same) return { kind: "duplicate", record: same.record, reason: "Says word for word what is known." };
  const refused = candidate.round === undefined ? refusalOf(candidate, similar) : undefined;
  if (refused) return refused;
  const neighbours = neighboursOf(candidate, similar);
  if (neighbours.length > 0) return { kind: "ask", neighbours };
  return { kind: "add", reason: "Nothing similar is known." };
}

const insist = "To learn it all the same, propose it with `again`.";

function refusalOf(candidate: Candidate, similar: Similar): Triage | undefined {
  const archived = similar.twins.find(
    ({ record, standing }) => standing === "archived" && saysNothingNew(candidate, record),
  );
  if (archived) {
    const reason = `A person archived this text. ${insist}`;
    return { kind: "discard", reason, record_id: archived.record.id };
  }
  const buried = similar.twins.find(({ record }) => record.forgotten !== undefined);
  if (buried) {
    return forgottenBefore(buried.record.id);
  }
  const line = similar.refusals.find((refusal) => isRefused(candidate, refusal.candidate));
  if (!line) return undefined;
  if ("forgotten" in line.candidate) return forgottenBefore(line.record_id);
  return { kind: "discard", reason: `A person dropped this text. ${insist}` };
}

function forgottenBefore(recordId: string | undefined): Triage {
  const reason = `A person had this text forgotten. ${insist}`;
  return { kind: "discard", reason, forgotten: true, ...(recordId !== undefined && { record_id: recordId }) };
}

/** Of a forgotten text only its key is left: the same summary is then enough, for it must not come back with a new detail. */
function isRefused(candidate: Candidate, refused: LedgerLine["candidate"]): boolean {
  if ("forgotten" in refused) return true;
  return "summary" in refused && saysNothingNew(candidate, refused);
}
