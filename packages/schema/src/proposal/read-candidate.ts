import type { Candidate } from "../candidate.ts";
import { singleLine } from "../canonical-text.ts";
import type { Category } from "../category.ts";
import { deriveTriggers } from "../derive-triggers.ts";
import { candidateId } from "../ids.ts";
import { redact } from "../redact.ts";
import type { Refused } from "../run-report.ts";
import type { ProposalContext } from "./context.ts";
import { listed } from "./listed.ts";
import { type Member, memberSchema, unusedKeys, withText } from "./member.ts";
import { type MemberTexts, refusal, refuseLong } from "./refuse.ts";

/** One member of a proposal, or why it can't be used. */
export type ReadCandidate =
  | { readonly kind: "candidate"; readonly candidate: Candidate; readonly notes: readonly Refused[] }
  | { readonly kind: "refused"; readonly refused: readonly Refused[]; readonly notes: readonly Refused[] };

/** Reads one proposed memory: an object with a `summary`, `{text}`, or a plain string. `path` names it in what is said. */
export function readCandidate(
  category: Category,
  member: unknown,
  path: string,
  context: ProposalContext,
): ReadCandidate {
  const parsed = memberSchema.safeParse(withText(member));
  if (!parsed.success) {
    return { kind: "refused", refused: parsed.error.issues.map((issue) => refusal(path, issue)), notes: [] };
  }
  const notes = noteUnused(category, member, path);
  const texts = cleanTexts(category, parsed.data, redactor(path, notes));
  const tooLong = refuseLong(path, texts);
  if (tooLong.length > 0) return { kind: "refused", refused: tooLong, notes };

  const { candidate, filled } = fill(category, texts, parsed.data.scope_suggestion, context);
  if (filled.length > 0) notes.push({ path, message: `Filled in: ${filled.join(", ")}.` });
  return { kind: "candidate", candidate, notes };
}

function noteUnused(category: Category, member: unknown, path: string): Refused[] {
  const unused = typeof member === "object" ? unusedKeys(category, member as object) : [];
  if (unused.length === 0) return [];
  return [{ path, message: `Ignored: ${listed(unused)}. The host sets these, or a ${category} has none.` }];
}

type Clean = (text: string, field: string) => string;

/** What the category keeps of a member, without secrets. */
function cleanTexts(category: Category, member: Member, clean: Clean): MemberTexts {
  const { summary, detail = "", why, alternatives, triggers, source_evidence } = member;
  const isDecision = category === "decision";
  return {
    summary: clean(singleLine(summary), "summary"),
    detail: clean(detail, "detail"),
    why: isDecision && why !== undefined ? clean(why, "why") : undefined,
    alternatives: isDecision ? alternatives?.map((one) => clean(one, "alternatives")) : undefined,
    triggers:
      category === "lesson"
        ? triggers?.map(({ type, value }) => ({ type, value: clean(value, "triggers") }))
        : undefined,
    source_evidence: source_evidence && {
      quote: clean(source_evidence.quote, "source_evidence.quote"),
      ...(source_evidence.entry_id !== undefined && {
        entry_id: clean(source_evidence.entry_id, "source_evidence.entry_id"),
      }),
    },
  };
}

/** The candidate, with what its proposer left out, and what that was. */
function fill(
  category: Category,
  { summary, detail, why, alternatives, triggers, source_evidence }: MemberTexts,
  scope: Candidate["scope_suggestion"] | undefined,
  { sessionId, trust, observedAt }: ProposalContext,
): { candidate: Candidate; filled: string[] } {
  const filled = scope === undefined ? ["scope_suggestion (project)"] : [];
  const candidate: Candidate = {
    candidate_id: candidateId({ category, sessionId, summary, detail, why }),
    category,
    summary,
    detail,
    ...(why !== undefined && { why }),
    ...(alternatives !== undefined && { alternatives: [...alternatives] }),
    scope_suggestion: scope ?? "project",
    ...(source_evidence && { source_evidence }),
    observed_at: observedAt,
    trust,
    reconcile_attempts: 0,
    last_violations: [],
  };
  if (category === "lesson") {
    candidate.triggers = triggers?.length ? [...triggers] : deriveTriggers(`${summary}\n${detail}`);
    if (!triggers?.length) {
      filled.push(`triggers (${candidate.triggers.map((one) => `${one.type} ${one.value}`).join(", ")})`);
    }
  }
  return { candidate, filled };
}

function redactor(path: string, notes: Refused[]): Clean {
  return (value, field) => {
    const { text: clean, found } = redact(value.toWellFormed());
    if (found.length > 0)
      notes.push({
        path: `${path}.${field}`,
        message: `Taken out: ${found.join(", ")}. Secrets are not kept.`,
      });
    return clean;
  };
}
