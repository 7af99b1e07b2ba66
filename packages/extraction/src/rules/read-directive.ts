import type { Category } from "@holdfast/schema";
import { type Announced, announcements } from "./announcements.ts";
import { clausesOf } from "./clauses-of.ts";
import { correctionCues, forbiddingCues, wrongForm } from "./correction-cues.ts";
import { type HeardCue, matchCue } from "./cue.ts";
import { decisionCues } from "./decision-cues.ts";
import { factCues, factForm } from "./fact-cues.ts";
import { hearOtherLanguage } from "./hear-other-language.ts";
import { invariantCues } from "./invariant-cues.ts";
import { orderForm, universalForm } from "./order-form.ts";
import { othersCues } from "./others-cues.ts";
import { preferenceCues } from "./preference-cues.ts";
import { ruleCues } from "./rule-cues.ts";
import { standAlone } from "./stand-alone.ts";
import { standingCues } from "./standing-cues.ts";
import { tellAlternatives } from "./tell-alternatives.ts";
import { isAboutManner } from "./tell-manner.ts";
import { splitReason } from "./tell-reason.ts";
import { aboutToChange, asksForChange, passingState, vetoOf } from "./vetoes.ts";

/** What a person laid down, as it is to be remembered. */
export interface Directive {
  readonly category: Category;
  readonly summary: string;
  readonly why: string | undefined;
  readonly alternatives: readonly string[];
}

/** What stands around a sentence. */
export interface Situation {
  /** The last thing that happened before the person spoke was a failure. */
  readonly afterFailure: boolean;
  /** The sentence before it in the same turn. */
  readonly before: string | undefined;
  /** The sentence after it. */
  readonly after?: string | undefined;
  /** It stands under a line like "Remember:". */
  readonly toldToRemember: boolean;
  /** Two sentences, to be read as one correction and as nothing else. */
  readonly pair?: boolean;
}

export type Reading =
  | { readonly kind: "directive"; readonly directive: Directive }
  | { readonly kind: "passed_over"; readonly reason: string }
  | { readonly kind: "nothing" };

/** Reads a sentence: what it lays down, or why a sentence that sounds like it does not. Pure. */
export function readDirective(sentence: string, situation: Situation): Reading {
  if (sentence.length > longestSentence) return { kind: "nothing" };
  let reason: string | undefined;
  for (const { text, objects } of clausesOf(sentence)) {
    const heard = hear(text, objects, situation);
    if (heard === undefined) continue;
    const { claim, why } = splitReason(heard.said);
    const veto =
      vetoOf(sentence, situation.pair ? claim.replace(/\s+instead[.!\s]*$/i, "") : claim) ??
      (heard.category === "domain" && isAboutToChange(heard.said, situation)
        ? "it is to be changed"
        : undefined);
    reason = veto ?? reason;
    if (veto === undefined) return { kind: "directive", directive: build(heard, claim, why) };
  }
  return reason === undefined ? { kind: "nothing" } : { kind: "passed_over", reason };
}

function isAboutToChange(fact: string, { after }: Situation): boolean {
  return aboutToChange.test(fact) || asksForChange.test(after ?? "");
}

/** Nobody lays something down in a longer one; it also bounds what the forms cost. */
export const longestSentence = 2_000;

function hear(clause: string, objects: boolean, situation: Situation): HeardCue | undefined {
  const correcting = objects || situation.afterFailure || objection.test(situation.before ?? "");
  if (situation.pair) return matchCue(correcting ? correctionCues : forbiddingCues, clause);
  return (
    hearAnnounced(clause) ??
    hearPlain(clause) ??
    (correcting ? matchCue(correctionCues, clause) : undefined) ??
    hearWrong(clause) ??
    hearOtherLanguage(clause) ??
    (situation.toldToRemember ? hearTold(clause, "either") : undefined)
  );
}

const objection = /^(?:no+|nope|wrong|stop|that's (?:wrong|not right|not correct)|not like that)[\s.!,]*$/i;

function hearAnnounced(clause: string): HeardCue | undefined {
  for (const { form, of } of announcements) {
    const said = form.exec(clause)?.groups?.said;
    const heard =
      said === undefined
        ? undefined
        : hearTold(said.replace(/^(?:(?:please|also|that|(?:can|could) you)\s+)+/i, ""), of);
    if (heard !== undefined) return heard;
  }
  return undefined;
}

/** What was announced may be anything that could stand alone; else an order, or a fact, as the announcement allows. */
function hearTold(said: string, of: Announced): HeardCue | undefined {
  const plain = hearPlain(said);
  if (plain !== undefined) return plain;
  if (of !== "fact" && orderForm.test(said)) return { category: "lesson", said };
  if (of === "rule" && universalForm.test(said)) return { category: "lesson", said };
  if (of === "any" && !factForm.test(said) && said.split(/\s+/).length >= 3)
    return { category: "lesson", said };
  if (of === "rule" || !factForm.test(said)) return undefined;
  return of === "fact" && passingState.test(said) ? undefined : { category: "domain", said };
}

function hearPlain(clause: string): HeardCue | undefined {
  return matchCue(plainCues, clause);
}

const plainCues = [
  ...decisionCues,
  ...preferenceCues,
  ...standingCues,
  ...factCues,
  ...ruleCues,
  ...invariantCues,
  ...othersCues,
];

function hearWrong(clause: string): HeardCue | undefined {
  const said = wrongForm.exec(clause)?.groups?.said;
  if (said === undefined || /^(?:you|i|we(?! (?:don't|do not|never|always|only|use)\b))\b/i.test(said))
    return undefined;
  return (
    matchCue(correctionCues, said) ??
    (factForm.test(said) && !passingState.test(said) ? { category: "lesson", said } : undefined)
  );
}

function build({ category, said, begin }: HeardCue, claim: string, why: string | undefined): Directive {
  const isDecision = category === "decision";
  const summary = standAlone(`${begin ?? ""}${isDecision ? claim : said}`);
  return {
    category: category === "lesson" && isAboutManner(summary) ? "preference" : category,
    summary,
    why: isDecision ? why : undefined,
    alternatives: isDecision ? tellAlternatives(summary) : [],
  };
}
