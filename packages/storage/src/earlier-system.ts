import type { Finding } from "@holdfast/schema";

/*
 * Before this system there was another, which kept its memory in the same folder under other names and shapes. What it left is not
 * ours to consume, correct or remove: it is told from our own files here, and stays as it is.
 */

/** Whether a name at the top of a memory folder is one that the earlier system gave. */
export function isEarlierName(name: string): boolean {
  return earlierNames.has(name);
}

const earlierNames: ReadonlySet<string> = new Set([
  "lessons.md",
  "preferences.md",
  "decisions.md",
  "domain.md",
  "reconcile-runs.jsonl",
  "lessons.db",
  "lessons.db-wal",
  "lessons.db-shm",
]);

/** Whether what a staging file holds is of the earlier system: no source, and candidates that rest on notes by their number. */
export function isEarlierStaging(value: unknown): boolean {
  if (!isObject(value) || "source" in value || !isObject(value.candidates)) return false;
  return Object.values(value.candidates)
    .flatMap((group) => (Array.isArray(group) ? group : []))
    .some(restsOnNotes);
}

/** Whether what a dead letter holds is of the earlier system, which named no candidate and kept one reason alone. */
export function isEarlierLetter(value: unknown): boolean {
  return isObject(value) && "last_gate_reason" in value && !("candidate_id" in value);
}

/** Whether a dead letter's file is named as the earlier system did: by session, group, time and dice. */
export function isEarlierLetterName(name: string): boolean {
  return /_(lessons|preferences|decisions|domain)_\d+_[^_]+\.json$/.test(name);
}

/** What is told of a file of the earlier system, wherever it lies. */
export function earlierFinding(path: string): Finding {
  return {
    code: "earlier_system",
    path,
    message: "The earlier memory system wrote it. It was left as it is, and nothing in it is read.",
    fix: 'What of it should be known again: `holdfast remember "TEXT"` for one, `holdfast stage FILE` for many, as {"lessons": [{"summary": "TEXT"}]}.',
  };
}

function restsOnNotes(member: unknown): boolean {
  if (!isObject(member)) return false;
  return Object.values(member).some(
    (field) => isObject(field) && ("discussion_note_ids" in field || "lesson_candidate_marker_ids" in field),
  );
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
