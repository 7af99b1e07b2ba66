import type { Action, Category } from "@holdfast/schema";
import { aRecord } from "@holdfast/testkit";
import { type LabelledChunk, labelChunk } from "../../src/index.ts";
import { aCase, earlier } from "../a-case.ts";
import data from "./cases.json" with { type: "json" };

interface Text {
  readonly category: Category;
  readonly summary: string;
  readonly detail: string;
}

/** A candidate, the records it resembles, and what a careful reader would say of it. */
export interface LabelledExample {
  readonly id: string;
  readonly language: string;
  readonly label: "distinct" | "duplicate" | "supersede" | "merge";
  readonly candidate: Text & { readonly why?: string; readonly alternatives?: string[] };
  readonly records: readonly Text[];
  /** Which of the records is meant, from 1; none for a distinct one. */
  readonly target?: number;
  /** What a careful reader would write. */
  readonly merged?: { readonly summary: string; readonly detail: string };
  readonly note: string;
}

export const examples = data as readonly LabelledExample[];

/** Examples as a chunk, each candidate with its own records. */
export function chunkOf(some: readonly LabelledExample[]): LabelledChunk {
  return labelChunk(some.map(caseOf));
}

function caseOf({ id, candidate, records }: LabelledExample) {
  const known = records.map((record, i) =>
    aRecord({ ...record, id: `rec_${id}_${i + 1}`, observed_at: earlier, triggers: [] }),
  );
  return aCase({ ...candidate, triggers: [] }, known);
}

/** What a model that reads as carefully as whoever wrote the labels would answer. */
export function oracle(chunk: LabelledChunk, of: readonly LabelledExample[]): { actions: Action[] } {
  const actions = [...chunk.cases.values()].map(({ label, neighbourLabels }, i): Action => {
    const { label: verdict, target, merged, note } = of[i]!;
    const action = verdict === "distinct" ? "add" : verdict;
    const about = target === undefined ? {} : { target_id: neighbourLabels[target - 1]! };
    return { ref: label, reason: note, action, ...about, ...merged };
  });
  return { actions };
}
