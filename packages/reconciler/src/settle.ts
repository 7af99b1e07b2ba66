import type { Action, MemoryRecord, Verdict, Violation } from "@holdfast/schema";
import type { LabelledCase, LabelledChunk } from "./ask/label-chunk.ts";
import type { Checked } from "./check-actions.ts";
import { enters, founds, isRejected } from "./fate.ts";
import { type Founding, foundMerger, foundRecord, foundSuccessor } from "./found-record.ts";
import { draftOf, isBlindMerge, mergeByCode } from "./merge-by-code.ts";
import { type Draft, mergedOf } from "./merged-of.ts";
import { type Fated, type Plan, planOf } from "./plan.ts";
import { resemblanceIn } from "./resemblance-in.ts";

export interface SettleOptions extends Founding {
  readonly chunk: LabelledChunk;
  /** What the gates made of the reply, after any repair. */
  readonly checked: Checked;
  /** The rejection with this number makes a dead letter. */
  readonly maxAttempts: number;
  /** Labels of the candidates and records that were not shown in full, in any of the prompts; none unless told. */
  readonly shortened?: ReadonlySet<string> | undefined;
}

/**
 * Turns checked actions into a plan, in the order of the chunk. Every candidate gets exactly one fate: the rules that keep the books
 * straight live here, for gates can be left out. An action that stands in the way of an earlier one only waits for the next chunk, and so
 * does a candidate that `checked` says nothing of. A merge with a side that was not shown in full is written by code, whatever was drafted.
 */
export function settle(options: SettleOptions): Plan {
  const { chunk, checked } = options;
  const warnings = [...checked.warnings];
  const mustWait = waitingRule([...chunk.cases.values()]);
  const intents = intentsOf(checked, options.shortened ?? new Set(), warnings);
  const rejected = new Map(checked.rejected.map((one) => [one.ref, one]));
  const fated = [...chunk.cases.values()].map((one): Fated => {
    const intent = intents.get(one.label);
    const rejection = rejected.get(one.label);
    if (intent) {
      const target = chunk.records.get(intent.action.target_id ?? "");
      if (mustWait(one, intent.action.action, target)) return waits(one);
      return carriedOut(one, intent, target, options, warnings);
    }
    return rejection ? isRejected(one, rejection.violations, rejection.raw, options) : waits(one);
  });
  return planOf(fated, warnings);
}

/**
 * Tells, case by case in the order of the chunk, which verdict must wait until the outcome of an earlier one can be seen: it
 * replaces a record that was just replaced, or adds what resembles a candidate that just founded a record.
 */
function waitingRule(cases: readonly LabelledCase[]) {
  const resembles = resemblanceIn(cases);
  const replaced = new Set<string>();
  const founders: LabelledCase[] = [];
  return (one: LabelledCase, verdict: Verdict, target: MemoryRecord | undefined): boolean => {
    const replaces = target !== undefined && (verdict === "supersede" || verdict === "merge");
    if (replaces && replaced.has(target.id)) return true;
    if (verdict === "add" && founders.some((founder) => resembles(founder, one))) return true;
    if (replaces) replaced.add(target.id);
    if (replaces || verdict === "add") founders.push(one);
    return false;
  };
}

/** An action to carry out; a merge without a draft is written by code. */
interface Intent {
  readonly action: Action;
  readonly draft: Draft | undefined;
}

function intentsOf(
  { accepted, rejected }: Checked,
  shortened: ReadonlySet<string>,
  warnings: string[],
): Map<string, Intent> {
  const intents = new Map<string, Intent>();
  for (const { ref, action } of accepted) {
    const blind = isBlindMerge(action, shortened);
    intents.set(ref, { action, draft: blind ? undefined : draftOf(action) });
    if (blind) warnings.push(`${ref}: ${notUsed} Not all of either text was shown.`);
  }
  for (const one of rejected) {
    const action = mergeByCode(one, shortened);
    if (!action || intents.has(one.ref)) continue;
    intents.set(one.ref, { action, draft: undefined });
    warnings.push(`${one.ref}: ${notUsed} ${messagesOf(one.violations)}`);
  }
  return intents;
}

const notUsed = "the drafted merge was not used; code united both texts.";

function messagesOf(violations: readonly Violation[]): string {
  return violations.map(({ message }) => message).join(" ");
}

function carriedOut(
  one: LabelledCase,
  { action, draft }: Intent,
  target: MemoryRecord | undefined,
  founding: Founding,
  warnings: string[],
): Fated {
  if (action.action === "discard") return enters(one, "discard", undefined, action.reason, founding);
  if (action.action === "add" || !target)
    return founds(one, foundRecord(one, founding), "add", action.reason);
  if (action.action === "duplicate") return enters(one, "duplicate", target.id, action.reason, founding);
  if (action.action === "supersede")
    return founds(one, foundSuccessor(one, target, founding), "supersede", action.reason);
  const merged = mergedOf(target, one.candidate, draft);
  if (merged) return founds(one, foundMerger(one, target, merged, founding), "merge", action.reason);
  warnings.push(`${one.label}: both texts together are longer than a record may be; both stay, related.`);
  const reason = `${action.reason} Both texts together are longer than a record may be, so both stay.`;
  const record = foundRecord(one, founding);
  const related = [...new Set([target.id, ...record.related])];
  return founds(one, { ...record, related }, "add", reason);
}

function waits({ candidate }: LabelledCase): Fated {
  return { kind: "waiting", candidate };
}
