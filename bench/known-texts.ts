/** Texts of the data as candidates and records, and what a store that holds them would know. */
import { readFileSync } from "node:fs";
import { termsOf } from "../packages/reconciler/src/index.ts";
import {
  type Candidate,
  candidateId,
  type MemoryRecord,
  recordId,
  type Similar,
  sameWords,
  singleLine,
} from "../packages/schema/src/index.ts";

/** A text as a candidate and as a record would hold it, and where it comes from. */
export interface Text {
  readonly summary: string;
  readonly detail: string;
  readonly repo: string;
}

const cache = new Map<string, ReadonlySet<string>>();
export const han = /\p{sc=Han}{4}/u;

/** What a store would know: the records that hold one of the eight rarest terms of the candidate. */
export function similarTo(candidate: Candidate, records: readonly MemoryRecord[]): Similar {
  const indexed = records.map((record) => ({ record, has: termsIn(record) }));
  const count = (term: string) => indexed.filter(({ has }) => has.has(term)).length;
  const frequency = new Map([...termsOf(candidate)].map((term) => [term, count(term)]));
  const rarest = [...frequency]
    .filter(([, n]) => n > 0)
    .sort((a, b) => a[1] - b[1])
    .slice(0, 8);
  const twins = records.filter((record) => sameWords(record.summary, candidate.summary));
  return {
    records: indexed.filter(({ has }) => rarest.some(([term]) => has.has(term))).map(({ record }) => record),
    twins: twins.map((record) => ({ record, standing: "current" as const })),
    refusals: [],
    documents: records.length,
    frequency,
  };
}

function termsIn(record: MemoryRecord): ReadonlySet<string> {
  const known = cache.get(record.id) ?? termsOf(record);
  cache.set(record.id, known);
  return known;
}

export function candidateOf({ summary, detail }: Text): Candidate {
  return {
    candidate_id: candidateId({ category: "domain", sessionId: "bench", summary, detail }),
    category: "domain",
    summary,
    detail,
    scope_suggestion: "project",
    observed_at: "2026-01-01T00:00:00Z",
    trust: "agent",
    reconcile_attempts: 0,
    last_violations: [],
  };
}

export function recordOf(text: Text): MemoryRecord {
  const { candidate_id, category, summary, detail, observed_at, trust } = candidateOf(text);
  const id = recordId({ candidate_id });
  const made = {
    id,
    category,
    status: "active",
    scope: "project",
    trust,
    observed_at,
    created_at: observed_at,
  } as const;
  return { ...made, triggers: [], supersedes: [], sources: [], related: [], summary, detail };
}

export function textOf(title: string, text: string, repo: string): Text {
  if (title.trim() !== "") return { summary: singleLine(title), detail: text, repo };
  const [first = ""] = text.trim().split(/(?<=[.!?])\s|(?<=[\u3002\uff01\uff1f])|\n/u);
  return {
    summary: singleLine(first),
    detail: text.trim() === first ? "" : text.trim().slice(first.length),
    repo,
  };
}

/** The first line that says something, alone. */
export function firstLine({ summary, detail, repo }: Text): Text {
  const lines = detail
    .split(/(?<=[.!?])\s|(?<=[\u3002\uff01\uff1f])|\n/u)
    .filter((line) => line.trim().length > 15);
  return { summary: singleLine(lines[0] ?? summary), detail: "", repo };
}

export function isChinese({ detail }: Text): boolean {
  return han.test(detail);
}

/** A row of any of the files: a text, a revision, or a labelled pair. */
export type Row = {
  readonly [key in "title" | "text" | "repo" | "old" | "new" | "a" | "b" | "label"]?: string;
};

/** The rows of a JSONL file. */
export function readRows(path: string): Row[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}
