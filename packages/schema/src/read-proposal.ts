import { z } from "zod";
import { bounds, lengthOf } from "./bounds.ts";
import {
  type Candidate,
  type Evidence,
  evidenceSchema,
  type Trigger,
  triggerSchema,
  triggerTypes,
} from "./candidate.ts";
import { singleLine } from "./canonical-text.ts";
import { type Category, categoryOf, type Group, groups, scopes, type Trust } from "./category.ts";
import { deriveTriggers } from "./derive-triggers.ts";
import { HoldfastError } from "./errors.ts";
import { candidateId } from "./ids.ts";
import { redact } from "./redact.ts";
import type { Refused } from "./run-report.ts";

/** What the host knows about a proposal; none of it is taken from the text. */
export interface ProposalContext {
  readonly sessionId: string;
  readonly trust: Trust;
  /** ISO 8601, UTC. */
  readonly observedAt: string;
}

/** A proposal, read member by member: one that is malformed costs only itself. */
export interface ReadProposal {
  readonly candidates: readonly Candidate[];
  readonly refused: readonly Refused[];
  /** What was filled in, dropped or redacted. */
  readonly notes: readonly Refused[];
}

/**
 * Reads `{lessons, preferences, decisions, domain}`, bare or under `candidates`. Missing groups are empty. Throws
 * `invalid_candidates` when the whole has another shape; whatever is wrong inside is refused by its path.
 */
export function readProposal(proposal: unknown, context: ProposalContext): ReadProposal {
  checkSessionId(context.sessionId);
  const candidates = new Map<string, Candidate>();
  const refused: Refused[] = [];
  const notes: Refused[] = [];
  let places = 0;
  for (const [group, members] of groupsIn(proposal, refused, notes)) {
    const category = categoryOf(group) as Category;
    for (const [index, member] of members.entries()) {
      const path = `candidates.${group}[${index}]`;
      if (++places > bounds.candidatesPerSave) {
        refused.push({
          path,
          message: `One save takes at most ${bounds.candidatesPerSave} candidates. Save this one in another call.`,
        });
        continue;
      }
      const read = readCandidate(category, member, path, context);
      notes.push(...read.notes);
      if (read.kind === "refused") refused.push(...read.refused);
      else if (!candidates.has(read.candidate.candidate_id))
        candidates.set(read.candidate.candidate_id, read.candidate);
      else notes.push({ path, message: "Says the same as one before it; the first is kept." });
    }
  }
  return { candidates: [...candidates.values()], refused, notes };
}

/** One member of a proposal, or why it can't be used. */
export type ReadCandidate =
  | { readonly kind: "candidate"; readonly candidate: Candidate; readonly notes: readonly Refused[] }
  | { readonly kind: "refused"; readonly refused: readonly Refused[]; readonly notes: readonly Refused[] };

/** Reads one proposed memory: an object with a `summary`, `{text}`, or a plain string. */
export function readCandidate(
  category: Category,
  member: unknown,
  path: string,
  context: ProposalContext,
): ReadCandidate {
  const notes: Refused[] = [];
  const parsed = memberSchema.safeParse(withText(member));
  if (!parsed.success) {
    return { kind: "refused", refused: parsed.error.issues.map((issue) => refusal(path, issue)), notes };
  }
  const unused = typeof member === "object" ? unusedKeys(category, member as object) : [];
  if (unused.length > 0)
    notes.push({
      path,
      message: `Ignored: ${listed(unused)}. The host sets these, or a ${category} has none.`,
    });

  const { summary, detail, why, alternatives, triggers, source_evidence } = parsed.data;
  const clean = redactor(path, notes);
  const texts = {
    summary: clean(singleLine(summary), "summary"),
    detail: clean(detail ?? "", "detail"),
    why: category === "decision" && why !== undefined ? clean(why, "why") : undefined,
  };
  const tooLong = refuseLong(path, {
    ...texts,
    alternatives: category === "decision" ? alternatives : undefined,
    triggers: category === "lesson" ? triggers : undefined,
    source_evidence,
  });
  if (tooLong.length > 0) return { kind: "refused", refused: tooLong, notes };

  const filled: string[] = [];
  const candidate: Candidate = {
    candidate_id: candidateId({ category, sessionId: context.sessionId, ...texts }),
    category,
    summary: texts.summary,
    detail: texts.detail,
    scope_suggestion: parsed.data.scope_suggestion ?? "project",
    observed_at: context.observedAt,
    trust: context.trust,
    reconcile_attempts: 0,
    last_violations: [],
  };
  if (parsed.data.scope_suggestion === undefined) filled.push("scope_suggestion (project)");
  if (category === "decision") {
    if (texts.why !== undefined) candidate.why = texts.why;
    if (alternatives !== undefined)
      candidate.alternatives = alternatives.map((one) => clean(one, "alternatives"));
  }
  if (category === "lesson") {
    const given = triggers?.map(({ type, value }) => ({ type, value: clean(value, "triggers") }));
    candidate.triggers = given?.length ? given : deriveTriggers(`${texts.summary}\n${texts.detail}`);
    if (!given?.length)
      filled.push(`triggers (${candidate.triggers.map((one) => `${one.type} ${one.value}`).join(", ")})`);
  }
  if (source_evidence !== undefined) {
    const { quote, entry_id } = source_evidence;
    candidate.source_evidence = { quote: clean(quote, "source_evidence.quote") };
    if (entry_id !== undefined)
      candidate.source_evidence.entry_id = clean(entry_id, "source_evidence.entry_id");
  }
  if (filled.length > 0) notes.push({ path, message: `Filled in: ${filled.join(", ")}.` });
  return { kind: "candidate", candidate, notes };
}

const text = z.string().refine((value) => value.trim() !== "", "is blank");
const triggerLike = z.preprocess(
  (value) => (typeof value === "string" ? { type: "topic", value } : value),
  triggerSchema.extend({ value: text }),
);
/** Several pieces of evidence become one, so that none is lost. */
const evidenceLike = z.preprocess((value) => {
  if (typeof value === "string") return { quote: value };
  if (!Array.isArray(value)) return value;
  const pieces = value.map((piece) => (typeof piece === "string" ? { quote: piece } : piece));
  if (pieces.length <= 1) return pieces[0];
  const read = z.array(evidenceSchema).safeParse(pieces);
  if (!read.success) return value;
  const joined: Evidence = { ...read.data[0]!, quote: read.data.map((piece) => piece.quote).join("\n") };
  return joined;
}, evidenceSchema.optional());

const memberSchema = z.object({
  summary: text,
  detail: z.string().optional(),
  why: z.string().optional(),
  alternatives: z.array(z.string()).optional(),
  triggers: z.array(triggerLike).optional(),
  scope_suggestion: z.enum(scopes).optional(),
  source_evidence: evidenceLike,
});

const memberKeys = Object.keys(memberSchema.shape);
const keysOf: { readonly [category in Category]: readonly string[] } = {
  lesson: memberKeys.filter((key) => key !== "why" && key !== "alternatives"),
  preference: memberKeys.filter((key) => key !== "why" && key !== "alternatives" && key !== "triggers"),
  decision: memberKeys.filter((key) => key !== "triggers"),
  domain: memberKeys.filter((key) => key !== "why" && key !== "alternatives" && key !== "triggers"),
};

/** Keys that hold something and are not used. */
function unusedKeys(category: Category, member: object): string[] {
  const given = dropNulls(member);
  return Object.keys(given).filter(
    (key) => !keysOf[category].includes(key) && !(key === "text" && usesText(given)),
  );
}

/** A few of the names that someone else chose, each on one line. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => singleLine(name.slice(0, 60)));
  return shown.join(", ") + (names.length > shown.length ? `, and ${names.length - shown.length} more` : "");
}

/** `{text}` and a plain string become a summary; a long text also becomes the detail, so that nothing is cut. */
function withText(member: unknown): unknown {
  if (typeof member === "string") return fromText(member, {});
  if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
  const given = dropNulls(member);
  if (!usesText(given)) return given;
  return "summary" in given ? { ...given, detail: given.text } : fromText(given.text, given);
}

/** True when `text` has a place to go: it is the summary, or beside one the detail. */
function usesText(given: object): given is { text: string } {
  return "text" in given && typeof given.text === "string" && !("summary" in given && "detail" in given);
}

function fromText(value: string, rest: object): object {
  const line = singleLine(value);
  if (lengthOf(line) <= bounds.summary && !value.trim().includes("\n")) return { ...rest, summary: line };
  return { detail: value, ...rest, summary: firstSentence(line) };
}

function firstSentence(line: string): string {
  const sentence = /^.+?[.!?\u3002\uff01\uff1f](?=\s|$|\p{Lo})/u.exec(line)?.[0] ?? line;
  if (lengthOf(sentence) <= bounds.summary) return sentence;
  const cut = [...sentence.slice(0, 2 * bounds.summary)].slice(0, bounds.summary - 1).join("");
  return `${cut.replace(/\s+\S*$/u, "")}\u2026`;
}

/** Models write `null` where they mean "none". */
function dropNulls(member: object): object {
  return Object.fromEntries(Object.entries(member).filter(([, value]) => value !== null));
}

function* groupsIn(
  proposal: unknown,
  refused: Refused[],
  notes: Refused[],
): Generator<[Group, readonly unknown[]]> {
  const outer =
    typeof proposal === "object" && proposal !== null ? (proposal as { candidates?: unknown }) : {};
  const inner = (outer.candidates ?? outer) as object;
  const named =
    typeof inner === "object" && !Array.isArray(inner) ? groups.filter((group) => group in inner) : [];
  if (named.length === 0) {
    throw new HoldfastError(
      "invalid_candidates",
      "The proposal has none of the groups lessons, preferences, decisions, domain.",
      {
        hint: 'Send {"lessons": [], "preferences": [], "decisions": [], "domain": []} with an array in each. Nothing was staged.',
      },
    );
  }
  const others = Object.keys(inner).filter((key) => categoryOf(key) === undefined);
  if (others.length > 0) {
    notes.push({
      path: "candidates",
      message: `Ignored: ${listed(others)}. Known groups: ${groups.join(", ")}.`,
    });
  }
  for (const group of named) {
    const members = (inner as { [key: string]: unknown })[group];
    if (Array.isArray(members)) yield [group, members];
    else if (members !== null && members !== undefined) {
      refused.push({
        path: `candidates.${group}`,
        message: "Must be an array of candidates. Put each one in [ ].",
      });
    }
  }
}

function refusal(path: string, issue: z.core.$ZodIssue): Refused {
  const at = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return { path: `${path}${at}`, message: adviceFor(issue) };
}

function adviceFor(issue: z.core.$ZodIssue): string {
  const field = String(issue.path.at(0) ?? "");
  if (field === "") return "Must be an object with a summary, or a text.";
  if (field === "summary")
    return "Must be a text that is not blank: say in one line what is to be remembered.";
  if (field === "scope_suggestion") return `Must be ${scopes.join(" or ")}, or left out.`;
  if (field === "triggers")
    return `Must be a list of {type, value}, with type one of ${triggerTypes.join(", ")}, or left out.`;
  if (field === "source_evidence")
    return "Must be {quote, entry_id?} with a quote that is not blank, or left out.";
  return `${issue.message}. Correct it or leave it out.`;
}

function refuseLong(
  path: string,
  fields: {
    summary: string;
    detail: string;
    why: string | undefined;
    alternatives: readonly string[] | undefined;
    triggers: readonly Trigger[] | undefined;
    source_evidence: Evidence | undefined;
  },
): Refused[] {
  const refused: Refused[] = [];
  const limit = (at: string, length: number, most: number, what = "characters") => {
    if (length <= most) return;
    refused.push({
      path: `${path}.${at}`,
      message: `Has ${length} ${what}; at most ${most} are kept. Shorten it or split it: nothing is cut for you.`,
    });
  };
  limit("summary", lengthOf(fields.summary), bounds.summary);
  limit("detail", lengthOf(fields.detail), bounds.detail);
  limit("why", lengthOf(fields.why ?? ""), bounds.why);
  limit("alternatives", fields.alternatives?.length ?? 0, bounds.alternatives, "entries");
  limit("triggers", fields.triggers?.length ?? 0, bounds.triggers, "entries");
  for (const [i, one] of (fields.alternatives ?? []).entries())
    limit(`alternatives[${i}]`, lengthOf(one), bounds.alternative);
  for (const [i, one] of (fields.triggers ?? []).entries())
    limit(`triggers[${i}].value`, lengthOf(one.value), bounds.triggerValue);
  limit("source_evidence.quote", lengthOf(fields.source_evidence?.quote ?? ""), bounds.quote);
  // The id of an entry is no longer than that of a whole session.
  limit("source_evidence.entry_id", lengthOf(fields.source_evidence?.entry_id ?? ""), bounds.sessionId);
  return refused;
}

function redactor(path: string, notes: Refused[]): (text: string, field: string) => string {
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

function checkSessionId(sessionId: string): void {
  const length = lengthOf(sessionId);
  if (sessionId.trim() !== "" && length <= bounds.sessionId) return;
  throw new HoldfastError(
    "invalid_candidates",
    length === 0 || sessionId.trim() === ""
      ? "The session id is blank."
      : `The session id has ${length} characters.`,
    { hint: `Give a session id of 1 to ${bounds.sessionId} characters. Nothing was staged.` },
  );
}
