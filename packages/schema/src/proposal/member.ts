import * as z from "zod";
import { bounds, lengthOf } from "../bounds.ts";
import { type Evidence, evidenceSchema, triggerSchema } from "../candidate.ts";
import { singleLine } from "../canonical-text.ts";
import { type Category, scopes } from "../category.ts";

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

/** What a proposer may say of one memory; only `summary` is required. */
export const memberSchema = z.object({
  summary: text,
  detail: z.string().optional(),
  why: z.string().optional(),
  alternatives: z.array(z.string()).optional(),
  triggers: z.array(triggerLike).optional(),
  scope_suggestion: z.enum(scopes).optional(),
  source_evidence: evidenceLike,
});
export type Member = z.infer<typeof memberSchema>;

const memberKeys = Object.keys(memberSchema.shape);
const keysOf: { readonly [category in Category]: readonly string[] } = {
  lesson: memberKeys.filter((key) => key !== "why" && key !== "alternatives"),
  preference: memberKeys.filter((key) => key !== "why" && key !== "alternatives" && key !== "triggers"),
  decision: memberKeys.filter((key) => key !== "triggers"),
  domain: memberKeys.filter((key) => key !== "why" && key !== "alternatives" && key !== "triggers"),
};

/** Keys that hold something and are not used. */
export function unusedKeys(category: Category, member: object): string[] {
  const given = dropNulls(member);
  return Object.keys(given).filter(
    (key) => !keysOf[category].includes(key) && !(key === "text" && usesText(given)),
  );
}

/** `{text}` and a plain string become a summary; a long text also becomes the detail, so that nothing is cut. */
export function withText(member: unknown): unknown {
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
