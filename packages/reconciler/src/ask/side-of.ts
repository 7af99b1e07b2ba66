import type { Candidate, MemoryRecord, Violation } from "@holdfast/schema";
import type { LabelledCase } from "./label-chunk.ts";
import type { ShownText } from "./shorten.ts";
import type { Side } from "./show-sides.ts";

/** A candidate as it is shown. `today` is an ISO 8601 date; `notes` are what is said about it beside its evidence. */
export function sideOfCase(one: LabelledCase, today: string, notes: readonly ShownText[]): Side {
  const { candidate, label, neighbourLabels } = one;
  const compare = neighbourLabels.length > 0 ? `, compare ${neighbourLabels.join(" ")}` : "";
  const evidence = { name: "evidence", text: candidate.source_evidence?.quote ?? "" };
  return {
    label,
    heading: headingOf(candidate, today) + compare,
    summary: candidate.summary,
    texts: textsOf(candidate),
    notes: [evidence, ...notes],
  };
}

/** A record as it is shown. */
export function sideOfRecord(label: string, record: MemoryRecord, today: string): Side {
  return {
    label,
    heading: headingOf(record, today),
    summary: record.summary,
    texts: textsOf(record),
    notes: [],
  };
}

/** Violations in words, one a line. */
export function wordsOf(violations: readonly Violation[]): string {
  return violations.map(({ gate, message }) => `${gate}: ${message}`).join("\n");
}

function headingOf(side: Candidate | MemoryRecord, today: string): string {
  const day = side.observed_at.slice(0, 10);
  return `${side.category}, trust ${side.trust}, ${day} (${ageOf(day, today)})`;
}

const millisecondsInDay = 86_400_000;

function ageOf(day: string, today: string): string {
  const days = Math.round((Date.parse(today.slice(0, 10)) - Date.parse(day)) / millisecondsInDay);
  if (days === 0) return "today";
  const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days > 0 ? `${count} ago` : `in ${count}`;
}

function textsOf({ detail, why, alternatives, triggers }: Candidate | MemoryRecord): ShownText[] {
  return [
    { name: "detail", text: detail },
    { name: "why", text: why ?? "" },
    { name: "alternatives", text: (alternatives ?? []).map((one) => `- ${one}`).join("\n") },
    { name: "triggers", text: (triggers ?? []).map(({ type, value }) => `${type}: ${value}`).join("\n") },
  ];
}
