import {
  bounds,
  lengthOf,
  type Member,
  memberSchema,
  missingMarks,
  type Refused,
  redact,
  singleLine,
  withText,
} from "@holdfast/schema";
import type { Submitted } from "../ask/read-submission.ts";
import type { Found, Proposal } from "../extraction.ts";
import { shorten } from "../rules/shorten.ts";
import type { WindowPassage } from "../windows/plan-windows.ts";
import { withAbsoluteDates } from "./absolute-dates.ts";
import type { DateReader } from "./date-reader.ts";
import { bootFileSaying, isCode, type KnownBootFile } from "./derivable.ts";
import { type FoldedWindow, findQuote, folded, isTelling } from "./find-quote.ts";
import { splitFacts } from "./split-facts.ts";

/** What a submission is held against. */
export interface Ground {
  readonly window: FoldedWindow;
  readonly bootFiles: readonly KnownBootFile[];
  readonly readDates: DateReader;
}

/** What a member of a submission became: proposals with verbatim evidence, or the reason why not. */
export type Checked =
  | { readonly kind: "found"; readonly found: readonly Found[] }
  /** It says what it may not: no quote, another quote, invented numbers. */
  | { readonly kind: "refused"; readonly refused: Refused }
  /** Nothing is wrong with it, and it need not be kept: it stands in a file, or it was read before. */
  | { readonly kind: "passed_over"; readonly refused: Refused };

/**
 * Believes nothing that a model submitted: its quote must stand verbatim (white space folded) in a new turn of the window, and be said by
 * a person where it is a preference; what it adds in numbers, paths and code must stand in the window too; and it must not
 * restate code, a file or a boot file. Which turn it rests on, and when that was said, is found by code. Dates become absolute, and
 * several facts become several proposals. Pure.
 */
export function checkCandidate({ category, member, path }: Submitted, ground: Ground): Checked {
  const refuse = (message: string): Checked => ({ kind: "refused", refused: { path, message } });
  const passOver = (message: string): Checked => ({ kind: "passed_over", refused: { path, message } });

  const parsed = memberSchema.safeParse(withText(member));
  if (!parsed.success) return refuse(`It has not the shape of a ${category}: ${issueOf(parsed.error)}.`);
  const said = parsed.data;
  const quote = said.source_evidence?.quote ?? "";
  if (folded(quote) === "") return refuse(`It names no words that it rests on: ${shown(said.summary)}.`);
  const passage = findQuote(ground.window, quote, category === "preference" ? "user" : undefined);
  if (passage === undefined)
    return refuse(
      `The words it rests on were not said: ${shown(quote)}. It claimed: ${shown(said.summary)}.`,
    );
  if (!isTelling(quote, passage))
    return refuse(`The words it rests on, ${shown(quote)}, are too few to show ${shown(said.summary)}.`);
  if (lengthOf(quote) > bounds.quote)
    return refuse(
      `The words it rests on are longer than ${bounds.quote} characters: ${shown(said.summary)}.`,
    );
  if (!passage.isNew) return passOver(`It rests on a turn that was read before: ${shown(said.summary)}.`);
  if (
    redact([said.summary, said.detail ?? "", quote].join("\n")).found.length > 0 ||
    /\[redacted: /.test(quote)
  )
    return refuse("It holds a secret, and secrets are not kept.");
  if (category === "preference" && passage.turn.role !== "user")
    return refuse(`A preference must be said by a person, and this was not: ${shown(said.summary)}.`);
  if (category === "decision" && passage.turn.role === "tool")
    return refuse(
      `A decision must be said by someone, and this is the output of a tool: ${shown(said.summary)}.`,
    );

  const source = sourceOf(said, quote, passage, ground);
  if (source !== undefined)
    return passOver(
      `${source} says it already, so it need not be remembered (derivable): ${shown(said.summary)}.`,
    );
  const invented = inventedIn(said, passage, ground);
  if (invented.length > 0)
    return refuse(
      `It says ${invented.slice(0, 3).map(shown).join(", ")}, which was not said: ${shown(said.summary)}.`,
    );
  const heard = saidIn(ground.window);
  // A trigger only says when a lesson comes up: one that was made up is dropped, and code derives others.
  const triggers = said.triggers?.filter(({ value }) => notSaid(value, heard).length === 0);
  const { triggers: _, ...rest } = said;
  const fit = triggers === undefined || triggers.length === 0 ? rest : { ...rest, triggers };
  const found = factsOf(fit).map((fact) =>
    withAbsoluteDates(proposed(category, fact, quote, passage), ground.readDates),
  );
  return { kind: "found", found };
}

/** Where whoever needs it reads it anyway. */
function sourceOf(
  { summary }: Member,
  quote: string,
  { turn, pieces }: WindowPassage,
  { window, bootFiles }: Ground,
): string | undefined {
  const boot = bootFileSaying(bootFiles, summary) ?? bootFileSaying(bootFiles, quote);
  if (boot !== undefined) return boot.path;
  if (turn.shows_file === true) return `The file that a tool showed (${shown(turn.input ?? "")})`;
  if (pieces.every((piece) => isCode(piece, quote))) return "Code";
  const line = folded(quote);
  const file = window.passages.find(
    ({ passage }) =>
      passage.turn.shows_file === true && line.length >= 20 && folded(passage.turn.text).includes(line),
  );
  return file && `The file that a tool showed (${shown(file.passage.turn.input ?? "")})`;
}

/**
 * Numbers, versions, paths, flags and code that stand nowhere in the window, whole: `3` is not in `30`. A date counts as said where the turn's own
 * dates, made absolute, name it. Names and words are left to the reader's judgement.
 */
function inventedIn(
  { summary, detail = "", why = "", alternatives = [] }: Member,
  { turn, pieces }: WindowPassage,
  { window, readDates }: Ground,
): string[] {
  const claimed = [summary, detail, why, ...alternatives].join("\n");
  const { at } = turn;
  const namesDate = /\d{4}-\d{2}/.test(claimed);
  const dated = at !== undefined && namesDate ? readDates(pieces.join("\n"), at) : "";
  const said = `${saidIn(window)}\n${dated}\n${at?.slice(0, 10) ?? ""}`;
  return notSaid(claimed, said);
}

function saidIn({ passages }: FoldedWindow): string {
  return passages.flatMap(({ passage, pieces }) => [...pieces, ...passage.calls]).join("\n");
}

/** Letter for letter, but for the case of letters. */
function notSaid(claimed: string, said: string): string[] {
  const marks = missingMarks(claimed, said).filter((mark) => /[\p{N}/\\]|^-|::/u.test(mark));
  return marks.filter((mark) => missingMarks(mark.toLowerCase(), said.toLowerCase()).length > 0);
}

/** One proposal for each fact; what explains them goes with the first. */
function factsOf(member: Member): Member[] {
  const [first = member.summary, ...others] = splitFacts(member.summary);
  const { detail: _, ...rest } = member;
  return [{ ...member, summary: first }, ...others.map((summary) => ({ ...rest, summary }))];
}

function proposed(
  category: Found["category"],
  { summary, detail, why, alternatives, triggers, scope_suggestion }: Member,
  quote: string,
  { turn }: WindowPassage,
): Found {
  const proposal: Proposal = {
    summary: singleLine(summary),
    ...(detail !== undefined && detail.trim() !== "" && { detail }),
    ...(why !== undefined && category === "decision" && { why }),
    ...(alternatives !== undefined && category === "decision" && { alternatives }),
    ...(triggers !== undefined && category === "lesson" && { triggers }),
    // Only a person decides what holds in all their projects: what an agent or a tool said stays in this one.
    scope_suggestion: turn.role === "user" ? (scope_suggestion ?? "project") : "project",
    source_evidence: { quote: quote.trim(), entry_id: turn.id },
  };
  return { category, proposal, observed_at: turn.at };
}

function issueOf(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "it"}: ${issue?.message ?? "unknown"}`;
}

function shown(text: string): string {
  return JSON.stringify(shorten(singleLine(redact(text).text), 120));
}
