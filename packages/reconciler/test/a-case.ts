import type { Action, Candidate, Case, MemoryRecord, Similar } from "@holdfast/schema";
import { aCandidate, aRecord, noon } from "@holdfast/testkit";
import { type LabelledChunk, labelChunk, termsOf } from "../src/index.ts";
import { readActions } from "../src/read-actions.ts";

export const founding = { run_id: "run_20300101T120000_000001", now: noon };
export const earlier = "2029-01-01T12:00:00.000Z";
export const later = "2031-01-01T12:00:00.000Z";

/** A case of one candidate and the records that are its neighbours. */
export function aCase(over: Partial<Candidate> = {}, records: readonly MemoryRecord[] = []): Case {
  const neighbours = records.map((record) => ({ record, score: 0.5 }));
  const candidate = aCandidate(over);
  return { candidate, session_id: "session-1", neighbours, documents: records.length, frequency: new Map() };
}

/** A chunk of one candidate, C1, and one record, M1. */
export function aPair(candidate: Partial<Candidate> = {}, record: Partial<MemoryRecord> = {}): LabelledChunk {
  return labelChunk([aCase(candidate, [aRecord(record)])]);
}

/** Actions as they come out of a reply, with the context in which gates see them. */
export function asAsked(chunk: LabelledChunk, ...actions: readonly object[]) {
  const { asked } = readActions(actions.map((action) => ({ ref: "C1", reason: "because", ...action })));
  return { asked: asked[0]!, context: { chunk, asked } };
}

export function anAction(over: Partial<Action> = {}): Action {
  return { ref: "C1", reason: "because", action: "add", ...over };
}

/** What a store would say around a candidate, were these its current records. */
export function similarTo(
  candidate: Candidate,
  records: readonly MemoryRecord[],
  over: Partial<Similar> = {},
): Similar {
  const count = (term: string) => records.filter((record) => termsOf(record).has(term)).length;
  const frequency = new Map([...termsOf(candidate)].map((term) => [term, count(term)]));
  return { records, twins: [], refusals: [], documents: records.length, frequency, ...over };
}
