import { form } from "./cue.ts";
import { condition } from "./rule-cues.ts";
import { workVerb } from "./verbs.ts";

/** What may be announced as a rule ("from now on ...") besides what stands as a rule by itself. */
export const orderForm: RegExp = form(
  `^(?:${condition})?(?:please |only |also )?(?:(?:don't|do not|no more|stop|avoid)\\b` +
    "|let's (?:use|keep|write|call|always|never)\\b|you (?:should|must|can|may|will|need)\\b" +
    "|we (?:use|will|should|must|only|write|keep|call|name|don't)\\b|we'll\\b" +
    `|i (?:want|expect|would like|'d like)\\b|i'd like\\b|no\\b|${workVerb}).+$`,
);

/** "From now on every migration gets a down script": after "from now on" a rule, after "remember that" a fact. */
export const universalForm: RegExp = form("^(?:all|every|each)\\b.+$");
