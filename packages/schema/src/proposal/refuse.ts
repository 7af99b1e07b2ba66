import type * as z from "zod";
import { bounds, lengthOf } from "../bounds.ts";
import { type Evidence, type Trigger, triggerTypes } from "../candidate.ts";
import { scopes } from "../category.ts";
import type { Refused } from "../run-report.ts";

/** What is wrong with a member, by its path, and what to do. */
export function refusal(path: string, issue: z.core.$ZodIssue): Refused {
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

/** The texts of a member, as they would be kept. */
export interface MemberTexts {
  readonly summary: string;
  readonly detail: string;
  readonly why: string | undefined;
  readonly alternatives: readonly string[] | undefined;
  readonly triggers: readonly Trigger[] | undefined;
  readonly source_evidence: Evidence | undefined;
}

/** Everything that is longer than a candidate may be, each by its path: nothing is cut. */
export function refuseLong(path: string, fields: MemberTexts): Refused[] {
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
