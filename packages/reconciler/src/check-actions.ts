import type { Action, Violation } from "@holdfast/schema";
import type { LabelledChunk } from "./ask/label-chunk.ts";
import { violationsOf } from "./gates/all-gates.ts";
import { coverageMissing } from "./gates/coverage-missing.ts";
import { quoted } from "./gates/quoted.ts";
import { unknownRef } from "./gates/unknown-ref.ts";
import { type Asked, type ReadActions, readActions } from "./read-actions.ts";

/** An action that may be carried out. */
export interface Accepted {
  readonly ref: string;
  readonly action: Action;
  readonly raw: unknown;
}

/** A candidate for which no action may be carried out. */
export interface Rejected {
  readonly ref: string;
  readonly violations: readonly Violation[];
  /** What was asked for, where it could be read. */
  readonly action?: Action;
  /** What was asked for, as it came; undefined when nothing was. */
  readonly raw: unknown;
}

/** What a reply comes to: each candidate asked about is in exactly one of the two. */
export interface Checked {
  readonly accepted: readonly Accepted[];
  readonly rejected: readonly Rejected[];
  /** Actions about nobody: told, for they cost no candidate anything. */
  readonly strays: readonly Violation[];
  readonly warnings: readonly string[];
}

/**
 * Reads a reply of any shape and holds every action against the gates. `refs` are the labels that were asked about, all of the chunk
 * unless told: after a repair, only those sent back. What the reply says of others is ignored with a warning. Never throws.
 */
export function checkActions(
  chunk: LabelledChunk,
  input: unknown,
  refs: readonly string[] = [...chunk.cases.keys()],
): Checked {
  const read = readActions(input);
  const context = { chunk, asked: read.asked };
  const accepted: Accepted[] = [];
  const rejected: Rejected[] = [];
  for (const ref of refs) {
    const verdict = verdictOn(ref, read, (asked) => violationsOf(asked, context));
    if ("violations" in verdict) rejected.push(verdict);
    else accepted.push(verdict);
  }
  const strays = read.asked.flatMap((asked) => unknownRef(asked, context) ?? []);
  return { accepted, rejected, strays, warnings: [...read.warnings, ...warningsOf(read, chunk, refs)] };
}

/** A first answer and the answer to what was sent back of it, as one. What was not sent back stands as it was. */
export function afterRepair(first: Checked, repair: Checked): Checked {
  // What came back without an action for a candidate leaves what was asked for it at first, and why that was rejected.
  const answered = repair.rejected.filter(
    ({ action, ref }) => action || !first.rejected.some((one) => one.ref === ref),
  );
  const again = new Set([...repair.accepted, ...answered].map(({ ref }) => ref));
  return {
    accepted: [...first.accepted, ...repair.accepted],
    rejected: [...first.rejected.filter(({ ref }) => !again.has(ref)), ...answered],
    strays: [...first.strays, ...repair.strays],
    warnings: [...first.warnings, ...repair.warnings],
  };
}

function verdictOn(
  ref: string,
  read: ReadActions,
  judge: (asked: Asked) => readonly Violation[],
): Accepted | Rejected {
  const mine = read.asked.filter(({ action }) => action.ref === ref);
  const unread = read.unread.filter((one) => one.ref === ref);
  const raws = [...mine, ...unread].map(({ raw }) => raw);
  const raw = raws.length > 1 ? raws : raws[0];
  const unreadable = unreadableOf(ref, read, mine.length + unread.length).concat(
    unread.map(({ path, message }) => ({ gate: "reply_unreadable", ref, path, message })),
  );
  const [first] = mine;
  if (!first) {
    const missing = unreadable.length === 0 ? coverageMissing(ref, read.asked) : undefined;
    return { ref, violations: missing ? [missing] : unreadable, raw };
  }
  const violations = [...unreadable, ...judge(first)];
  if (violations.length > 0) return { ref, violations, action: first.action, raw };
  return { ref, action: first.action, raw: first.raw };
}

function unreadableOf(ref: string, { unreadable }: ReadActions, found: number): Violation[] {
  if (unreadable === undefined || found > 0) return [];
  return [{ gate: "reply_unreadable", ref, path: "", message: unreadable }];
}

function* warningsOf(read: ReadActions, chunk: LabelledChunk, refs: readonly string[]): Generator<string> {
  for (const { path, ref, message } of read.unread) {
    if (ref === undefined || !chunk.cases.has(ref)) yield `${path} can't be read: ${message}`;
  }
  for (const { path, action } of read.asked) {
    if (!chunk.cases.has(action.ref))
      yield `${path} is about ${quoted(action.ref)}, which is no candidate of this chunk.`;
    else if (!refs.includes(action.ref)) yield `${path} is ignored: ${action.ref} was not asked about again.`;
  }
}
