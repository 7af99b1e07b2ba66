import {
  bounds,
  type Candidate,
  lengthOf,
  type MemoryRecord,
  sameWords,
  type Trigger,
} from "@holdfast/schema";
import { unionText } from "./union-text.ts";

/** What a merged record says. */
export interface Merged {
  readonly summary: string;
  readonly detail: string;
  readonly why?: string;
  readonly alternatives?: string[];
  readonly triggers: Trigger[];
}

/** A text drafted by a model, which has passed the gates. */
export interface Draft {
  readonly summary: string;
  readonly detail: string;
}

/**
 * What the merge of a candidate into a record says: the draft when there is one, else the union of both texts. Why, alternatives and
 * triggers are always united by code. Undefined when the union is longer than a record may be: then nothing is cut.
 */
export function mergedOf(
  target: MemoryRecord,
  candidate: Candidate,
  draft: Draft | undefined,
): Merged | undefined {
  const { summary, detail } = draft ?? textOf(target, candidate);
  const why = unionText(target.why ?? "", candidate.why ?? "");
  const alternatives = unionOf(target.alternatives, candidate.alternatives, sameWords);
  const triggers = unionOf(target.triggers, candidate.triggers, isSameTrigger);
  const fits =
    lengthOf(detail) <= bounds.detail &&
    lengthOf(why) <= bounds.why &&
    alternatives.length <= bounds.alternatives &&
    triggers.length <= bounds.triggers;
  if (!fits) return undefined;
  return {
    summary,
    detail,
    ...(why !== "" && { why }),
    ...(alternatives.length > 0 && { alternatives }),
    triggers,
  };
}

/** The summary holds both summaries where they fit; else that of the candidate opens what the detail gains. */
function textOf(target: MemoryRecord, candidate: Candidate): Draft {
  if (sameWords(target.summary, candidate.summary))
    return { summary: target.summary, detail: unionText(target.detail, candidate.detail) };
  const both = `${ended(target.summary)} ${candidate.summary}`;
  if (lengthOf(both) <= bounds.summary)
    return { summary: both, detail: unionText(target.detail, candidate.detail) };
  const heard = [candidate.summary, candidate.detail].filter((text) => text.trim() !== "").join("\n");
  return { summary: target.summary, detail: unionText(target.detail, heard) };
}

function ended(sentence: string): string {
  return /[.!?\u3002\uff01\uff1f]$/u.test(sentence) ? sentence : `${sentence}.`;
}

function unionOf<T>(known: readonly T[] = [], heard: readonly T[] = [], same: (a: T, b: T) => boolean): T[] {
  return [...known, ...heard.filter((one) => !known.some((other) => same(one, other)))];
}

function isSameTrigger(a: Trigger, b: Trigger): boolean {
  return a.type === b.type && a.value === b.value;
}
