import { type Action, singleLine } from "@holdfast/schema";
import { saysNothingNew } from "../../says-nothing-new.ts";
import type { LabelledCase, LabelledChunk } from "../label-chunk.ts";

/**
 * The verdicts that need no model: a candidate that certainly says nothing new is a duplicate; every other is added, with the
 * records it resembles named in the reason. Never discards, merges or supersedes. One action for each candidate.
 */
export function localRules(chunk: LabelledChunk): Action[] {
  return [...chunk.cases.values()].map((one) => verdictOn(one, chunk));
}

function verdictOn(one: LabelledCase, { records }: LabelledChunk): Action {
  const same = one.neighbourLabels.find((label) => saysNothingNew(one.candidate, records.get(label)!));
  if (same !== undefined) {
    return {
      ref: one.label,
      reason: "Says word for word what is known.",
      action: "duplicate",
      target_id: same,
    };
  }
  return { ref: one.label, reason: reasonToAdd(one), action: "add" };
}

function reasonToAdd({ neighbours }: LabelledCase): string {
  if (neighbours.length === 0) return "Nothing similar is known.";
  const named = neighbours.slice(0, 3).map(({ record }) => `"${start(record.summary)}"`);
  const more = neighbours.length - named.length;
  return `Resembles ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}, and does not certainly say the same.`;
}

function start(summary: string): string {
  const characters = [...singleLine(summary)];
  return characters.length <= 80 ? characters.join("") : `${characters.slice(0, 79).join("")}\u2026`;
}
