import { bounds, lengthOf, singleLine, type Turn } from "@holdfast/schema";
import type { Found, Proposal } from "../extraction.ts";
import { hasCue } from "./cue-words.ts";
import { explainUnheard } from "./explain-unheard.ts";
import { gatherDetail } from "./gather-detail.ts";
import { judgeIntroduction } from "./judge-introduction.ts";
import type { PassedOver } from "./passed-over.ts";
import { plainSpeech, type Speech } from "./plain-speech.ts";
import { type Directive, longestSentence, readDirective, type Situation } from "./read-directive.ts";
import { shorten } from "./shorten.ts";
import { type Sentence, splitSentences } from "./split-sentences.ts";
import { tellReason } from "./tell-reason.ts";
import { tellScope } from "./tell-scope.ts";

/** What one turn taught. */
export interface TurnRead {
  readonly found: readonly Found[];
  readonly passed_over: readonly PassedOver[];
  /** Something in it was too long to be looked at. */
  readonly isCut: boolean;
}

/** Reads one turn of a person, sentence by sentence. Each sentence is used once; every quote is verbatim. */
export function readTurn(turn: Turn, { afterFailure }: { readonly afterFailure: boolean }): TurnRead {
  const { passages, pasted, silent } = plainSpeech(turn.text);
  const found: Found[] = [];
  const passed_over: PassedOver[] = unsaid(turn, pasted, silent);
  let isCut = silent === "too long";
  let before: string | undefined;
  for (const passage of passages) {
    const introduced = judgeIntroduction(passage.under);
    const sentences = splitSentences(passage.text);
    for (let at = 0; at < sentences.length; at++) {
      const sentence = sentences[at]!;
      const situation = {
        afterFailure,
        before,
        after: sentences[at + 1]?.text,
        toldToRemember: introduced === "to_remember",
      };
      const heard =
        introduced === "reported" ? reported(sentence.text) : hear(sentences, at, situation, passage.text);
      before = sentence.text;
      if (heard.kind === "too_long") isCut = true;
      if (heard.kind === "directive") {
        const detail = gatherDetail(sentences, at + heard.used);
        found.push(propose(turn, heard.directive, heard.quote, detail));
        at += heard.used - 1 + detail.length;
      } else if (heard.kind !== "nothing")
        passed_over.push({ turn, reason: heard.reason, said: sentence.text });
    }
  }
  return { found, passed_over, isCut };
}

/** What stands in a turn without being said, where it sounds like something to remember; a whole turn only once. */
function unsaid(turn: Turn, pasted: readonly string[], silent: Speech["silent"]): PassedOver[] {
  if (silent === "too long") {
    const length = turn.text.length.toLocaleString("en");
    return [{ turn, reason: `a turn of ${length} characters is too long to be looked at` }];
  }
  const cues = pasted.filter(hasCue);
  if (cues.length === 0) return [];
  if (silent !== undefined)
    return [{ turn, reason: `the turn is ${silent}, not plain speech`, said: cues[0]! }];
  const more = cues.length === 1 ? "" : ` (and so were ${cues.length - 1} more lines of the turn)`;
  return [{ turn, reason: `it was pasted or quoted, not said${more}`, said: cues[0]! }];
}

function reported(sentence: string): Heard {
  if (!hasCue(sentence)) return { kind: "nothing" };
  return { kind: "passed_over", reason: "it is what someone else said" };
}

type Heard =
  | { kind: "nothing" }
  | { kind: "passed_over" | "too_long"; reason: string }
  | { kind: "directive"; directive: Directive; quote: string; used: number };

/** A correction may take two sentences ("Don't use npm. Use pnpm."), so the pair is tried when the first says nothing. */
function hear(sentences: readonly Sentence[], at: number, situation: Situation, passage: string): Heard {
  const first = sentences[at]!;
  const alone = readDirective(first.text, situation);
  if (alone.kind === "directive") return { ...alone, quote: first.text, used: 1 };
  const second = sentences[at + 1];
  if (second !== undefined && alone.kind === "nothing") {
    const quote = passage.slice(first.index, second.index + second.text.length);
    const pair = readDirective(quote, { ...situation, pair: true });
    if (pair.kind === "directive") return { ...pair, quote, used: 2 };
  }
  if (alone.kind === "passed_over" || !hasCue(first.text)) return alone;
  if (first.text.length > longestSentence)
    return { kind: "too_long", reason: "the sentence is too long to be looked at" };
  return { kind: "passed_over", reason: explainUnheard(first.text) };
}

function propose(turn: Turn, directive: Directive, quote: string, rest: readonly Sentence[]): Found {
  const tooLong = lengthOf(directive.summary) > bounds.summary;
  const said = rest.map((sentence) => singleLine(sentence.text)).join(" ");
  const detail = [tooLong ? directive.summary : "", said].filter(Boolean).join(" ");
  const why = directive.why ?? (directive.category === "decision" ? tellReason(rest) : undefined);
  const proposal: Proposal = {
    summary: tooLong ? shorten(directive.summary, bounds.summary) : directive.summary,
    ...(detail === "" ? {} : { detail: shorten(detail, longestDetail) }),
    ...(why === undefined ? {} : { why: shorten(why, longestDetail) }),
    ...(directive.alternatives.length === 0 ? {} : { alternatives: directive.alternatives }),
    scope_suggestion: tellScope(quote),
    source_evidence: { quote: quote.slice(0, bounds.quote).toWellFormed(), entry_id: turn.id },
  };
  return { category: directive.category, proposal, observed_at: turn.at };
}

/** What a rule may take along from one turn, in characters. */
const longestDetail = 4_000;
