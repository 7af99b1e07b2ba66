import {
  type Case,
  type Fate,
  forgottenOf,
  type LedgerLine,
  type MemoryRecord,
  type OutcomeRow,
  redact,
  redactDeep,
  schemaVersion,
  singleLine,
  type Verdict,
  type Violation,
} from "@holdfast/schema";
import type { Founding } from "./found-record.ts";
import type { Fated } from "./plan.ts";

/** A candidate that founds a record. */
export function founds(one: Case, record: MemoryRecord, fate: Verdict, reason: string): Fated {
  const outcome = outcomeOf(one, fate, reason, { record_id: record.id });
  return { kind: "settled", durable: { kind: "record", record }, outcome };
}

/** A candidate that founds no record and goes to the ledger. */
export function enters(
  one: Case,
  fate: LedgerLine["fate"],
  recordId: string | undefined,
  reason: string,
  { run_id, now }: Founding,
): Fated {
  const { candidate, session_id } = one;
  const about = recordId === undefined ? {} : { record_id: recordId };
  const outcome = outcomeOf(one, fate, reason, about);
  const { candidate_id } = candidate;
  const line: LedgerLine = {
    candidate_id,
    session_id,
    run_id,
    fate,
    ...about,
    reason: outcome.reason,
    at: now,
    candidate,
  };
  return { kind: "settled", durable: { kind: "ledger", line }, outcome };
}

/** A candidate whose text a person had erased: it is settled by its keys, and no word of it is written down again. */
export function staysForgotten(
  one: Case,
  reason: string,
  recordId: string | undefined,
  founding: Founding,
): Fated {
  const entered = enters(one, "discard", recordId, reason, founding);
  if (entered.kind !== "settled" || entered.durable.kind !== "ledger") return entered;
  const { summary: _, ...outcome } = entered.outcome;
  const line = { ...entered.durable.line, candidate: forgottenOf(one.candidate) };
  return { kind: "settled", durable: { kind: "ledger", line }, outcome };
}

/** A candidate whose action was rejected: it stays staged with one attempt more, or is given up on at the last. */
export function isRejected(
  one: Case,
  violations: readonly Violation[],
  raw: unknown,
  { run_id, now, maxAttempts }: Founding & { readonly maxAttempts: number },
): Fated {
  const attempts = one.candidate.reconcile_attempts + 1;
  const candidate = { ...one.candidate, reconcile_attempts: attempts, last_violations: [...violations] };
  const gates = [...new Set(violations.map((violation) => violation.gate))].join(", ");
  if (attempts < maxAttempts) {
    const reason = `Rejected (${gates}), attempt ${attempts} of ${maxAttempts}. It stays staged.`;
    const outcome = outcomeOf(one, "rejected", reason, { violations: [...violations] });
    return { kind: "changed", candidate, outcome };
  }
  const reason = `Rejected (${gates}) at attempt ${attempts} of ${maxAttempts}.`;
  const letter = {
    schemaVersion: schemaVersion as 1,
    candidate_id: candidate.candidate_id,
    kind: "attempts_exhausted" as const,
    session_id: one.session_id,
    ...(one.project_root !== undefined && { project_root: one.project_root }),
    attempts,
    reason,
    violations: [...violations],
    ...(raw !== undefined && { raw_action: bounded(redactDeep(raw)) }),
    run_id,
    at: now,
    candidate,
  };
  const outcome = outcomeOf(one, "dead_lettered", reason, { violations: [...violations] });
  return { kind: "settled", durable: { kind: "dead_letter", letter }, outcome };
}

/** Longest raw action kept, in characters of JSON: a merge of the greatest size fits. */
const longestRaw = 40_000;

/** What came, or its beginning where it is longer than any action could be. */
function bounded(raw: unknown): unknown {
  const text = JSON.stringify(raw) ?? "";
  if (text.length <= longestRaw) return raw;
  return `${text.slice(0, longestRaw).toWellFormed()}\u2026 (${text.length - longestRaw} characters left out)`;
}

/** Longest reason kept, in characters. */
const longestReason = 1_000;

function outcomeOf(
  { candidate }: Case,
  fate: Fate,
  reason: string,
  more: Pick<Partial<OutcomeRow>, "record_id" | "violations">,
): OutcomeRow {
  return {
    candidate_id: candidate.candidate_id,
    category: candidate.category,
    scope: candidate.scope_suggestion,
    fate,
    ...more,
    reason: clean(reason),
    summary: candidate.summary,
  };
}

/** Reasons are a model's words: one line, without secrets, shortened visibly. */
function clean(reason: string): string {
  const characters = [...singleLine(redact(reason.toWellFormed()).text)];
  if (characters.length === 0) return "No reason was given.";
  if (characters.length <= longestReason) return characters.join("");
  return `${characters.slice(0, longestReason - 1).join("")}\u2026`;
}
