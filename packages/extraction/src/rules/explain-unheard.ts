import { clausesOf } from "./clauses-of.ts";
import { correctionCues } from "./correction-cues.ts";
import { matchCue } from "./cue.ts";
import { orderForm } from "./order-form.ts";
import { vetoOf } from "./vetoes.ts";

/** Why a sentence with a cue was not taken, in words that a person can check. Pure. */
export function explainUnheard(sentence: string): string {
  const veto = vetoOf(sentence, sentence);
  if (veto !== undefined) return veto;
  const [whole] = clausesOf(sentence);
  const clause = whole?.text ?? sentence;
  if (/^(?:always|never)\b/i.test(clause)) return "it is not plain whether it orders or describes";
  if (matchCue(correctionCues, clause) !== undefined || /^(?:don't|do not|stop)\b/i.test(clause))
    return "it corrects something, but nothing had failed and it does not say what is right";
  if (once.test(clause) || orderForm.test(clause)) return "it asks for something once";
  if (/\bi(?:'d| would)?\b.{0,20}\b(?:prefer|like)\b/i.test(clause))
    return "it answers a question of the moment";
  if (whole?.objects) return "it objects to something of the moment";
  return "it describes something and lays nothing down";
}

const once =
  /^(?:remember|(?:don't|do not) forget|make sure|let's|let us|(?:can|could|would) (?:you|we)|next time|in (?:the )?future)\b|\bplease\b/i;
