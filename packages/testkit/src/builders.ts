import {
  type Candidate,
  candidateId,
  deriveTriggers,
  groups,
  type MemoryRecord,
  recordId,
  type Transcript,
  type Trust,
} from "@holdfast/schema";

/** When everything happens, unless a test says otherwise. */
export const noon = "2030-01-01T12:00:00.000Z";

/**
 * A candidate as it waits in staging: a lesson of an agent, unless `over` says otherwise. Its id is that of its words,
 * in session `session-1`.
 */
export function aCandidate(over: Partial<Candidate> = {}): Candidate {
  const category = over.category ?? "lesson";
  const summary = over.summary ?? "Run the migrations before the tests";
  const detail = over.detail ?? "The test database is empty after a checkout.";
  const { why } = over;
  return {
    candidate_id: candidateId({ category, sessionId: "session-1", summary, detail, why }),
    category,
    summary,
    detail,
    ...(category === "lesson" ? { triggers: deriveTriggers(`${summary}\n${detail}`) } : {}),
    scope_suggestion: "project",
    observed_at: noon,
    trust: "agent",
    reconcile_attempts: 0,
    last_violations: [],
    ...over,
  };
}

/** A current record, founded on the candidate with the same words. */
export function aRecord(over: Partial<MemoryRecord> = {}): MemoryRecord {
  const { category, summary, detail, why } = over;
  const words = Object.entries({ category, summary, detail, why }).filter(([, value]) => value !== undefined);
  const candidate = aCandidate(Object.fromEntries(words));
  return {
    id: recordId(candidate),
    category: candidate.category,
    status: "active",
    scope: "project",
    trust: "agent",
    triggers: candidate.triggers ?? [],
    observed_at: noon,
    created_at: noon,
    supersedes: [],
    sources: [
      {
        candidate_id: candidate.candidate_id,
        session_id: "session-1",
        run_id: "run_20300101T120000_000000",
        action: "add",
      },
    ],
    related: [],
    summary: candidate.summary,
    detail: candidate.detail,
    ...over,
  };
}

/** What an agent may send: the four groups, empty but for those in `over`. */
export function aProposal(
  over: { readonly [group in (typeof groups)[number]]?: readonly unknown[] } = {},
): Record<(typeof groups)[number], readonly unknown[]> {
  const empty = Object.fromEntries(groups.map((group) => [group, []]));
  return { ...(empty as unknown as Record<(typeof groups)[number], readonly unknown[]>), ...over };
}

/** What the host says of a proposal. */
export function aContext(over: { sessionId?: string; trust?: Trust; observedAt?: string } = {}) {
  return { sessionId: "session-1", trust: "agent" as Trust, observedAt: noon, ...over };
}

/** A conversation of two turns, unless `over` says otherwise. */
export function aTranscript(over: Partial<Transcript> = {}): Transcript {
  return {
    session_id: "session-1",
    origin: "/sessions/session-1.jsonl",
    agent: "pi",
    project_root: "/project",
    started_at: noon,
    turns: [
      { id: "00000001", role: "user", text: "Never commit to main. Always open a pull request.", at: noon },
      { id: "00000002", role: "assistant", text: "Understood: I open a pull request.", at: noon },
    ],
    warnings: [],
    ...over,
  };
}
