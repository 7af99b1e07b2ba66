import { form, rest } from "./cue.ts";
import { workVerb } from "./verbs.ts";

/** Words that announce what follows, or close it. What they announce is read on its own. */
export interface Announcement {
  readonly name: string;
  readonly form: RegExp;
  /** What may be announced: a rule for working, a fact, or either. */
  readonly of: "rule" | "fact" | "either";
  readonly safe: string;
}

const thatOrColon = `\\s*(?:[,:–—-]\\s*(?:that\\s+)?|that\\s+)${rest}`;
const habitually =
  "(?=.*\\b(?:every time|each time|whenever|(?:before|after|on|in|for) (?:every|each|any))\\b)";

export const announcements: readonly Announcement[] = [
  {
    name: "remember that ...",
    of: "either",
    form: form(
      `^(?:always )?remember(?: this| the following| for (?:later|the future|next time))?${thatOrColon}`,
    ),
    safe: "It asks for exactly this.",
  },
  {
    name: "remember we ...",
    of: "either",
    form: form("^(?:always )?remember\\s+(?<said>(?:we|i|our|all|every|in|never|always|don't|do not)\\b.*)$"),
    safe: "The beginning of a statement follows; a thing ('the milk', 'when') does not count.",
  },
  {
    name: "remember the ...",
    of: "fact",
    form: form("^remember\\s+(?<said>(?:the|my|an?)\\b.*)$"),
    safe: "It still has to be a statement, with a verb that says how things are.",
  },
  {
    name: "remember to always ...",
    of: "rule",
    form: form(
      `^(?:always remember|remember|(?:don't|do not|never) forget) to (?<said>(?:always|never)\\b.*|${habitually}${workVerb}.*)$`,
    ),
    safe: "'Remember to' alone is a task; here it is said to be a habit.",
  },
  {
    name: "don't forget that ...",
    of: "either",
    form: form(`^(?:(?:don't|do not|never) forget)\\s*(?:,|:|that\\b)\\s*${rest}`),
    safe: "A statement follows; 'don't forget to' is a task and does not count.",
  },
  {
    name: "note for the future: ...",
    of: "either",
    form: form(
      "^(?:(?:as |make |take )?(?:a )?(?:note|reminder|rule)(?: this)? (?:down )?for (?:the )?(?:future|later|next time|future reference)" +
        `|for (?:the )?(?:future|next time|future reference|the record)|make a note|take note)${thatOrColon}`,
    ),
    safe: "It speaks of later times.",
  },
  {
    name: "from now on ...",
    of: "rule",
    form: form(
      `^(?:from (?:now|here|this point|today) on(?:wards?)?|from now onwards|going forward|henceforth)\\s*(?:[,:;–—-]\\s*)?${rest}`,
    ),
    safe: "It says that it holds from then on.",
  },
  {
    name: "in the future, ...",
    of: "rule",
    form: form(
      `^(?:in (?:the )?future|next time(?: you [^,]{3,60}(?=,))?)\\s*,?\\s*(?<said>(?:please\\b|always\\b|never\\b|don't\\b|do not\\b|${workVerb}).*)$`,
    ),
    safe: "An order follows; 'in the future we could' is a plan and does not count.",
  },
  {
    name: "... from now on",
    of: "rule",
    form: form(
      "^(?<said>.+?)[,\\s]+(?:from (?:now|here) on(?:wards?)?|going forward)\\s*(?:,?\\s*please|pls)?[.!\\s]*$",
    ),
    safe: "It closes the sentence, and what stands before it must be an order.",
  },
  {
    name: "keep in mind that ...",
    of: "fact",
    form: form(`^(?:keep|bear|have) (?:it )?in mind${thatOrColon}`),
    safe: "A statement follows, and not one about what someone just did.",
  },
  {
    name: "FYI, ...",
    of: "fact",
    form: form(
      "^(?:just )?(?:fyi|for your information|for context|for background|for reference|just so you know|so you know|you should know|be aware)" +
        `\\s*(?:[,:–—-]\\s*(?:that\\s+)?|that\\s+|\\s+)${rest}`,
    ),
    safe: "Passing states ('the build is red') and news ('I pushed') are taken out of it.",
  },
  {
    name: "context: ...",
    of: "fact",
    form: form(`^(?:(?:some |more )?(?:context|background|domain fact|fact)\\s*:|note that)\\s*${rest}`),
    safe: "As for FYI.",
  },
];
