import type { Trace } from "@holdfast/memory";
import type { Candidate, Violation } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import { visibleText } from "../visible-text.ts";
import { factLines, memoryLines, voices } from "./record-text.ts";

/** A candidate, what it says as far as that is kept, where it is and why. */
export function traceText(trace: Trace, styles: Styles, width: number): string {
  const { candidate, raw } = contentOf(trace);
  const facts: (readonly [string, string])[] = [["id", trace.candidate_id], ...placeFacts(trace)];
  if (candidate !== undefined) facts.push(...candidateFacts(candidate));
  const said = candidate ? memoryLines(candidate, styles, width) : raw ? [visibleText(raw).trimEnd()] : [];
  return `${[...said, ...(said.length > 0 ? [""] : []), ...factLines(facts, styles, width)].join("\n")}\n`;
}

function contentOf({ candidate, dead_letter, ledger_line }: Trace): { candidate?: Candidate; raw?: string } {
  if (candidate !== undefined) return { candidate };
  if (dead_letter?.candidate !== undefined) return { candidate: dead_letter.candidate };
  const kept = ledger_line?.candidate;
  if (kept !== undefined && "summary" in kept) return { candidate: kept };
  const raw = dead_letter?.raw ?? (kept !== undefined && "raw" in kept ? kept.raw : undefined);
  return raw === undefined ? {} : { raw };
}

function placeFacts({ place, record_id, dead_letter, ledger_line }: Trace): (readonly [string, string])[] {
  if (place === "staging") return [["is", "staged: holdfast reconcile settles it"]];
  if (place === "record") return [["is", `in the record ${record_id}`]];
  if (dead_letter !== undefined) {
    return [
      ["is", `a dead letter: holdfast recover ${dead_letter.candidate_id} stages it again`],
      ["because", dead_letter.reason],
      ...violationFacts(dead_letter.violations),
    ];
  }
  if (ledger_line === undefined) return [];
  const { fate, reason, at, run_id } = ledger_line;
  return [
    ["is", fate === "duplicate" ? `known already, in the record ${record_id}` : "discarded"],
    ["because", reason],
    ["settled", `${at}, ${run_id}`],
  ];
}

function candidateFacts(candidate: Candidate): (readonly [string, string])[] {
  const { category, scope_suggestion, trust, observed_at, triggers, source_evidence } = candidate;
  const facts: (readonly [string, string])[] = [
    ["proposed as", `${category}, ${scope_suggestion}, ${voices[trust]}`],
    ["observed", observed_at],
  ];
  if (triggers?.length)
    facts.push(["applies to", triggers.map(({ type, value }) => `${type} ${value}`).join(", ")]);
  if (source_evidence) facts.push(["heard as", JSON.stringify(source_evidence.quote)]);
  if (candidate.reconcile_attempts > 0) facts.push(["rejected", `${candidate.reconcile_attempts} times`]);
  return [...facts, ...violationFacts(candidate.last_violations)];
}

function violationFacts(violations: readonly Violation[]): (readonly [string, string])[] {
  return violations.map(({ gate, path, message }) => ["gate", `${gate} at ${path}: ${message}`]);
}
