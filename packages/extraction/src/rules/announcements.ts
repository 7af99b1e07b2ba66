import { form, rest } from "./cue.ts";
import { workVerb } from "./verbs.ts";

/** What may be announced: a rule for working, a fact, either, or whatever follows, since it is called a rule. */
export type Announced = "rule" | "fact" | "either" | "any";

/** Words that announce what follows, or close it. What they announce is read on its own. */
export interface Announcement {
  readonly name: string;
  readonly form: RegExp;
  readonly of: Announced;
  readonly safe: string;
}

const thatOrColon = `\\s*(?:[,:–—-]\\s*(?:that\\s+)?|that\\s+)${rest}`;
const habitually =
  "(?=.*\\b(?:every time|each time|whenever|(?:before|after|on|in|for) (?:every|each|any))\\b)";

/** The files in which a project tells its agents how to work. */
const rulesFile =
  "(?:the |our |your |my )?(?:[\\w.-]+/)*(?:claude|agents|gemini|contributing|conventions|copilot-instructions|rules)(?:\\.local)?\\.md";

export const announcements: readonly Announcement[] = [
  {
    name: "update AGENTS.md that ...",
    of: "either",
    form: form(
      `^(?:let's |can you |could you |please )*(?:update|extend|add(?: (?:it|this|an? \\w+|something))?(?: to| in)?|put(?: it)? in(?:to)?|write in(?:to)?|note in|mention in|document in|record in|say in|state in) ${rulesFile}` +
        `\\s*(?:that|:|[-–—]|to say(?: that)?|saying(?: that)?|so that (?=you|we|claude|agents?\\b)|to (?=always\\b|never\\b))\\s+(?:we (?:should|must|need to|have to) (?=always\\b|never\\b))?${rest}`,
    ),
    safe: "Who wants it in the rules of the project wants it to be known; 'update it to include X' is a task.",
  },
  {
    name: "rule of thumb: ...",
    of: "any",
    form: form(
      "^(?:(?:the|our|a|one|another|house|golden|general|project|team|new|simple|important|hard|naming|coding)\\s+)*(?:rules?(?: of thumb)?|conventions?|polic(?:y|ies)|guidelines?)(?: (?:here|for us|in this (?:repo|project)|is simple))?\\s*" +
        `(?::|is that\\b(?! (?:one|thing)\\b)|is to\\b|is(?= (?:we|no|one|every|all|each|never|always|don't|an?)\\b))\\s*${rest}`,
    ),
    safe: "It is called a rule, and said; 'the rule is broken' says nothing of what it is.",
  },
  {
    name: "by convention we ...",
    of: "any",
    form: form(
      `^(?:by convention|as a (?:general )?rule|as a matter of policy),?\\s+(?<said>(?:we|our|all|every|no|an?)\\b.*)$`,
    ),
    safe: "As above.",
  },
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
    form: form(
      `^(?:keep|bear|have) (?:it )?in mind(?:\\s*[,:–—-]\\s*(?:that\\s+)?|\\s+that\\s+|\\s+(?=(?:we|our|all|some|every|no)\\b))${rest}`,
    ),
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
  {
    name: "quick fact: ...",
    of: "fact",
    form: form(
      `^(?:(?:a |one |two |three |some |quick |useful |small )*facts?(?: (?:for the (?:file|record)|worth \\w+))?|worth (?:knowing|remembering|noting|filing)|good to know|useful to know)\\s*:\\s*${rest}`,
    ),
    safe: "As for FYI.",
  },
  {
    name: "note the X is ...",
    of: "fact",
    form: form("^note,?\\s+(?<said>(?:the|our|all|every)\\b.*)$"),
    safe: "As for FYI; it still has to be a statement.",
  },
];
