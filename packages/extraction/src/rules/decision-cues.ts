import { type Cue, form, named, rest } from "./cue.ts";

const adverbs = "(?: both| all| now| finally| just| also| explicitly| deliberately| already)*";
const we = `(?:we|i|the team)(?:'ve| have)?${adverbs}`;
/** "We talked about it and agreed ...". */
const wePossiblyAfter = `(?:(?:${we}|(?:we|i)\\b[\\w ,']{3,60}? and(?: we)?) )?`;
const deliberately = "(?:explicitly|deliberately|intentionally|purposely)";
const choice = "(?=.*\\b(?:because|since|so that|instead of|over|rather than|not|for good|given that)\\b)";

/** Decisions: the person says that something was chosen, and names it. */
export const decisionCues: readonly Cue[] = [
  {
    name: "Decision: ...",
    category: "decision",
    form: form(
      `^(?:final |the )?decisions?(?: made)?(?: (?:on|about|for) (?<topic>[^:]{2,80}?))?\\s*(?::|is to\\b|is that\\b|was to\\b)\\s*${named}${rest}`,
    ),
    safe: "It is called a decision by who made it.",
  },
  {
    name: "we decided not to ...",
    category: "decision",
    begin: "Do not ",
    form: form(`^${wePossiblyAfter}(?:decided|agreed|chose) not to ${rest}`),
    safe: "Past tense, first person: it has been decided.",
  },
  {
    name: "we decided against ...",
    category: "decision",
    begin: "Decided against ",
    form: form(`^${wePossiblyAfter}(?:decided|agreed) against ${named}${rest}`),
    safe: "As above, and what it is against is named.",
  },
  {
    name: "we decided to ...",
    category: "decision",
    form: form(`^${wePossiblyAfter}(?:decided|agreed|chose|opted) to ${named}${rest}`),
    safe: "As above; 'the user decides to' and 'once we decided' have another beginning.",
  },
  {
    name: "we decided that ...",
    category: "decision",
    form: form(`^${wePossiblyAfter}(?:decided|agreed|concluded)(?: that|\\s*:) ${named}${rest}`),
    safe: "As above.",
  },
  {
    name: "I've decided we're going to ...",
    category: "decision",
    form: form(`^${we} decided (?:we're going to (?=\\S)|(?=(?:we|the|all|every)\\b))${rest}`),
    safe: "As above.",
  },
  {
    name: "we settled on ...",
    category: "decision",
    begin: "Decided on ",
    form: form(
      `^${wePossiblyAfter}(?:decided on|agreed on|settled on|settled for|opted for) ${named}${rest}`,
    ),
    safe: "As above.",
  },
  {
    name: "we chose X over Y",
    category: "decision",
    begin: "Chose ",
    form: form(`^(?:${we} )(?:chose|chosen|picked) ${named}${choice}${rest}`),
    safe: "As above, with the reason or what it was chosen over: people also tell what they chose for lunch.",
  },
  {
    name: "we removed X on purpose",
    category: "decision",
    form: form(
      `^(?<said>we(?:'ve| have)? (?:\\w+ed|kept|left|made|chose|put|built|wrote)\\s+${named}.+ (?:on purpose|deliberately|intentionally))[.!\\s]*$`,
    ),
    safe: "What was done on purpose was decided, and is said so that it is not undone.",
  },
  {
    name: "we explicitly chose X",
    category: "decision",
    form: form(
      `^(?<said>we(?:'ve| have)? ${deliberately} (?:chose|chosen|choosed|picked|kept|left|made|built|use|used|avoid|avoided|keep|removed|don't|do not)\\s+${named}.{3,})$`,
    ),
    safe: "As above; the word stands before the verb.",
  },
  {
    name: "we use X explicitly to ...",
    category: "decision",
    form: form(`^(?<said>we (?:use|avoid|keep)\\s+${named}\\S+(?: \\S+){0,5}? ${deliberately}\\b.+)$`),
    safe: "As above.",
  },
  {
    name: "let's use X and not Y for ...",
    category: "decision",
    begin: "Use ",
    form: form(
      `^(?:let's|let us) use (?<said>${named}[^,.;?]{1,60}?,? (?:instead of|rather than|over|and not|not) [^,.;?]{1,60}? (?:for|in|as|when|whenever|everywhere)\\b(?! (?:this|that|it|these|those|now|the (?:test|fix|other|new|next|last))\\b).+)$`,
    ),
    safe: "Both sides are named, and what it is for.",
  },
  {
    name: "let's go with X because ...",
    category: "decision",
    begin: "Go with ",
    form: form(
      `^(?:let's|let us|we're|we are|we'll|we will) (?:go|going|stick|sticking|stay|staying) with ${named}${choice}${rest}`,
    ),
    safe: "Without a reason or an alternative it only answers a question of the moment; with one it is a choice.",
  },
  {
    name: "we're switching to X because ...",
    category: "decision",
    begin: "Switch ",
    form: form(
      `^(?:we're|we are) (?:switching|moving|migrating) (?<said>(?:away )?(?:from .+ )?to ${named}${choice}.*)$`,
    ),
    safe: "As above.",
  },
];
