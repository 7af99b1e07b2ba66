import { type Cue, form, named, rest } from "./cue.ts";
import { unnamed } from "./rule-cues.ts";

const adverbs = "(?: both| all| now| finally| just| also| explicitly| deliberately| already)*";
const we = `(?:we|i|the team)(?:'ve| have)?${adverbs}`;
/** "We talked about it and agreed ...". */
const wePossiblyAfter = `(?:(?:${we}|(?:we|i)\\b[\\w ,']{3,60}? and(?: we)?) )?`;
const deliberately = "(?:explicitly|deliberately|intentionally|purposely)";
const choice = "(?=.*\\b(?:because|since|so that|instead of|over|rather than|not|for good|given that)\\b)";

/** Named by more than a pronoun. */
const settled = `${named}(?!(?:that|this|it|them|these|those)\\b)`;

/** Decisions: the person says that something was chosen, and names it. */
export const decisionCues: readonly Cue[] = [
  {
    name: "Decision: ...",
    category: "decision",
    form: form(
      `^(?:final |the )?decisions?(?: made)?(?: (?:on|about|for) (?<topic>[^:]{2,80}?))?\\s*(?::|is to\\b|is that\\b|was to\\b)\\s*${named}(?=\\S+\\s+\\S)${rest}`,
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
    form: form(
      `^${wePossiblyAfter}(?:decided|agreed|chose|opted) to (?!(?:start over|wait|stop|continue|go on|try)\\b[.!]*$)${named}${rest}`,
    ),
    safe: "As above; 'the user decides to' and 'once we decided' have another beginning.",
  },
  {
    name: "we decided that ...",
    category: "decision",
    form: form(
      `^${wePossiblyAfter}(?:decided|agreed|concluded)(?: with [\\w ]{2,30}?)?(?: that|\\s*:) (?!(?:you|i)\\b)${named}${rest}`,
    ),
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
    form: form(`^(?:${we} )(?:chose|chosen|picked|went with|opted for|landed on) ${named}${choice}${rest}`),
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
  {
    name: "X is on purpose",
    category: "decision",
    form: form(
      `^(?!${unnamed})(?:(?:the|our|no|all)\\s+)?(?:(?!(?:if|whether|why|because|that|not|isn't)\\b)\\S+\\s+){1,9}?(?:is|are) (?:\\w+ )?(?:on purpose|by design|intentional|deliberate|there for a reason)\\b(?!\\s*\\?| or\\b).*$`,
    ),
    safe: "As for what was done on purpose; what is meant is named.",
  },
  {
    name: "the reason we use X is Y",
    category: "decision",
    form: form(
      `^the (?:main |whole |only )?reason (?:why |that )?we (?!(?:see|saw|get|got|need|have to|had to|lost|fail|failed|hit|can't|cannot|couldn't|didn't)\\b)(?:\\w+ly )?(?:don't |do not |never |always |only )?\\w+ ${settled}.{3,120}? (?:is|was) (?:that |because |to )?(?!(?:unclear|unknown|not clear|an? (?:typo|bug|mistake))\\b).+$`,
    ),
    safe: "It tells why things are as they are, in the first person of those who made them so.",
  },
  {
    name: "we use X because ...",
    category: "decision",
    form: form(
      `^(?=we\\b)(?!.*\\b(?:bug|broken|fail(?:s|ed|ing)?|workaround|error|nobody|haven't|hasn't|didn't|forgot|twice|i|but|tests? pass(?:es)?|today|right now|at the moment|currently|yet)\\b)(?<said>we (?:deliberately |only |always |never )?(?:use|don't use|do not use|avoid|store|keep|pin|support|don't support|do not support|vendor|mirror|skip) ${settled}(?!(?:the same|both)\\b)[^?]{3,160}?,? (?:because|so that|in order to|to avoid|to prevent|to keep|since (?=we|it|they|the))\\b.+)$`,
    ),
    safe: "Present tense, and a reason: who gives one explains a choice. A workaround for a bug is none.",
  },
];
