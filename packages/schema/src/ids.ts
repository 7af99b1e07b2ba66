import { createHash } from "node:crypto";
import { canonicalText } from "./canonical-text.ts";
import type { Category } from "./category.ts";

/** Hex characters of a derived id: 80 bits, so that a billion candidates still don't meet by chance. */
const idLength = 20;

function digest(...parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest("hex").slice(0, idLength);
}

/**
 * The id of a candidate: the same words of the same session are one candidate, however often and in whatever
 * order they are proposed. Computed once, after redaction; a stored id is never recomputed.
 */
export function candidateId(of: {
  category: Category;
  sessionId: string;
  summary: string;
  detail: string;
  why?: string | undefined;
}): string {
  const texts = [of.summary, of.detail, of.why ?? ""].map(canonicalText);
  return `cand_${digest(of.category, of.sessionId, ...texts)}`;
}

/**
 * The id of the record that a candidate founds. It derives from the candidate, so that founding it again after
 * a crash is a no-op; a candidate staged again on purpose (`round` > 0) founds another record.
 */
export function recordId(candidate: { candidate_id: string; round?: number | undefined }): string {
  return `rec_${digest(candidate.candidate_id, String(candidate.round ?? 0))}`;
}

/** The id of a record that a person added as a file without an id: its path inside the memory folder. */
export function recordIdOfPath(path: string): string {
  return `rec_${digest("path", path)}`;
}

/** The id of something that could not be read, by its content. */
export function fileId(content: string): string {
  return `file-${digest(content)}`;
}

/** A name for a set of candidates, whatever their order. */
export function setId(candidateIds: readonly string[]): string {
  return digest(...[...new Set(candidateIds)].sort());
}

/** A run id sorts by time: `run_20261130T212500_ab12cd`. `random` is six or more hex characters. */
export function runId(now: Date, random: string): string {
  const stamp = now.toISOString().replace(/[-:]/g, "").slice(0, 15);
  return `run_${stamp}_${random.slice(0, 6)}`;
}

/** A short hash of a text, for places where the text itself must not be kept. */
export function textHash(text: string): string {
  return digest(text);
}
