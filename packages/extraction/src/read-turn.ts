import { bounds, lengthOf, type Refused, redact, singleLine, type Turn } from "@holdfast/schema";
import type { Found, Proposal } from "./extraction.ts";
import { gatherDetail } from "./gather-detail.ts";
import { judgeIntroduction } from "./judge-introduction.ts";
import { plainSpeech } from "./plain-speech.ts";
import { type Directive, readDirective, type Situation } from "./read-directive.ts";
import { type Sentence, splitSentences } from "./split-sentences.ts";
import { tellReason } from "./tell-reason.ts";
import { tellScope } from "./tell-scope.ts";

/** Reads one turn of a person, sentence by sentence. Each sentence is used once; every quote is verbatim. */
export function readTurn(
  turn: Turn,
  { afterFailure }: { readonly afterFailure: boolean },
): { found: Found[]; passed_over: Refused[] } {
  const found: Found[] = [];
  const passed_over: Refused[] = [];
  let before: string | undefined;
  for (const passage of plainSpeech(turn.text)) {
    const introduced = judgeIntroduction(passage.under);
    if (introduced === "reported") continue;
    const sentences = splitSentences(passage.text);
    for (let at = 0; at < sentences.length; at++) {
      const sentence = sentences[at]!;
      const situation = { afterFailure, before, toldToRemember: introduced === "to_remember" };
      const heard = hear(sentences, at, situation, passage.text);
      before = sentence.text;
      if (heard.kind === "nothing") continue;
      if (heard.kind === "passed_over") {
        passed_over.push({ path: `turn ${turn.id}`, message: explain(heard.reason, sentence.text) });
        continue;
      }
      const detail = gatherDetail(sentences, at + heard.used);
      found.push(propose(turn, heard.directive, heard.quote, detail));
      at += heard.used - 1 + detail.length;
    }
  }
  return { found, passed_over };
}

type Heard =
  | { kind: "nothing" }
  | { kind: "passed_over"; reason: string }
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
  return alone;
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

function shorten(text: string, most: number): string {
  if (lengthOf(text) <= most) return text;
  const cut = [...text].slice(0, most - 1).join("");
  return `${cut.replace(/\s+\S*$/u, "")}\u2026`;
}

function explain(reason: string, sentence: string): string {
  return `Not kept, ${reason}: "${shorten(singleLine(redact(sentence).text), 120)}"`;
}
