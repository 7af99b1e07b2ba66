import {
  type Case,
  isLessTrusted,
  type MemoryRecord,
  recordId,
  type Source,
  type Trust,
  type Verdict,
} from "@holdfast/schema";
import type { Merged } from "./merged-of.ts";

/** The run a record is founded in. `now` is ISO 8601, UTC. */
export interface Founding {
  readonly run_id: string;
  readonly now: string;
}

/** A record that says what the candidate says. Its id derives from the candidate, so founding it twice is once. */
export function foundRecord(one: Case, { run_id, now }: Founding): MemoryRecord {
  const { candidate } = one;
  return {
    id: recordId(candidate),
    category: candidate.category,
    status: "active",
    scope: candidate.scope_suggestion,
    trust: candidate.trust,
    triggers: [...(candidate.triggers ?? [])],
    observed_at: candidate.observed_at,
    created_at: now,
    supersedes: [],
    sources: [sourceOf(one, run_id, "add")],
    related: one.neighbours.map((neighbour) => neighbour.record.id),
    ...(candidate.why !== undefined && { why: candidate.why }),
    ...(candidate.alternatives !== undefined && { alternatives: [...candidate.alternatives] }),
    summary: candidate.summary,
    detail: candidate.detail,
  };
}

/** A record that says what the candidate says and replaces `target`. */
export function foundSuccessor(one: Case, target: MemoryRecord, founding: Founding): MemoryRecord {
  return replacing(foundRecord(one, founding), target, sourceOf(one, founding.run_id, "supersede"));
}

/**
 * A record that says what both say and replaces `target`: in the scope of the target, observed when the later of the two was, and only as
 * trusted as the less trusted of the two, for some of its words are that one's.
 */
export function foundMerger(
  one: Case,
  target: MemoryRecord,
  merged: Merged,
  founding: Founding,
): MemoryRecord {
  const { why: _why, alternatives: _alternatives, ...plain } = foundRecord(one, founding);
  const record: MemoryRecord = {
    ...plain,
    scope: target.scope,
    trust: lessTrusted(one.candidate.trust, target.trust),
    observed_at: later(one.candidate.observed_at, target.observed_at),
    ...merged,
  };
  return replacing(record, target, sourceOf(one, founding.run_id, "merge"));
}

function replacing(record: MemoryRecord, target: MemoryRecord, source: Source): MemoryRecord {
  return {
    ...record,
    supersedes: [target.id],
    sources: [source],
    related: record.related.filter((id) => id !== target.id),
  };
}

function sourceOf({ candidate, session_id }: Case, run_id: string, action: Verdict): Source {
  const { candidate_id, round, source_evidence } = candidate;
  return {
    candidate_id,
    session_id,
    run_id,
    action,
    ...(round !== undefined && { round }),
    ...(source_evidence !== undefined && { quote: source_evidence.quote }),
  };
}

function lessTrusted(a: Trust, b: Trust): Trust {
  return isLessTrusted(a, b) ? a : b;
}

function later(a: string, b: string): string {
  return Date.parse(a) >= Date.parse(b) ? a : b;
}
