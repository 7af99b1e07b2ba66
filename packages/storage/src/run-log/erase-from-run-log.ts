import { type OutcomeRow, type RunLogLine, runLogLineSchema } from "@holdfast/schema";
import { completeLines, jsonLine, jsonOf } from "../disk/lines.ts";

/** What is to be erased. `quotes` are pieces of text that may stand in the reasons of others. */
export interface Erasure {
  readonly candidates: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
  readonly quotes: readonly string[];
}

/**
 * The run log without the texts of these candidates and records, and without what quotes them: ids and fates stay. Lines that can't be read
 * go, as they may hold the same text. Undefined when nothing changes.
 */
export function eraseFromRunLog(
  bytes: Uint8Array,
  { candidates, records, quotes }: Erasure,
): Uint8Array | undefined {
  const isMeant = ({ candidate_id, record_id, reason, summary = "" }: OutcomeRow) =>
    candidates.has(candidate_id) ||
    (record_id !== undefined && records.has(record_id)) ||
    quotes.some((quote) => reason.includes(quote) || summary.includes(quote));
  const { lines, end } = completeLines(bytes);
  let changed = end < bytes.length;
  const kept = lines.flatMap(({ bytes: text }): RunLogLine[] => {
    const { data: line } = runLogLineSchema.safeParse(jsonOf(text));
    changed ||= line === undefined || (line.kind === "chunk" && line.outcomes.some(isMeant));
    if (line === undefined) return [];
    if (line.kind !== "chunk") return [line];
    return [
      {
        ...line,
        outcomes: line.outcomes.map((outcome) => (isMeant(outcome) ? withoutText(outcome) : outcome)),
      },
    ];
  });
  return changed ? new TextEncoder().encode(kept.map(jsonLine).join("")) : undefined;
}

function withoutText({ summary: _, violations: _violations, ...outcome }: OutcomeRow): OutcomeRow {
  return { ...outcome, reason: "forgotten by a person" };
}
