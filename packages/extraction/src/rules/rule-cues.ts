import { type Cue, form } from "./cue.ts";
import { habitVerbs, otherVerb, workVerb } from "./verbs.ts";

/** "When X," before a rule. */
export const condition =
  "(?:(?:when(?:ever)?|before|after|if|for|in|on|every time|each time|while|unless|as soon as|whatever|whichever|no matter)\\b[^.?!,]{2,120},\\s*(?:please\\s+)?(?:then\\s+)?)";
const always = "(?:always|never(?: ever)?|(?:don't|do not) ever)";

/** Subjects that mean nothing outside the conversation, or that belong to a specification of the task. */
export const unnamed =
  "(?:it|this|that|these|those|there|they|he|she|you|we|i|which|what|who|why|how|is|are|do|does|can|could|would|should|if|when" +
  "|the (?:test|issue|fix|problem|command|function|new|code|change|first|second|last|same|other))\\b";

/** Rules for working: a word of habit before a verb of work. */
export const ruleCues: readonly Cue[] = [
  {
    name: "always / never / don't ever ...",
    category: "lesson",
    form: form(`^${condition}?${always}\\s+${workVerb}.+$`),
    safe: "An order that says always. Descriptions ('always fails', 'never mind') have no bare verb of work there.",
  },
  {
    name: "always <any verb> the ...",
    category: "lesson",
    form: form(`^${always}\\s+${otherVerb}.+$`),
    safe: "Nothing but a verb in its bare form takes an object there.",
  },
  {
    name: "make sure to always ...",
    category: "lesson",
    form: form(
      `^(?:make sure|be sure|try|take care|let's)\\s+(?:to\\s+|that\\s+)?(?:you\\s+|we\\s+)?(?<said>${always}\\s+${workVerb}.+)$`,
    ),
    safe: "As above.",
  },
  {
    name: "you should always ...",
    category: "lesson",
    form: form(
      `^(?:you|we)(?:'re to)?\\s+(?:should|must|have to|need to|shall)\\s+(?<said>${always}\\s+${workVerb}.+)$`,
    ),
    safe: "As above; 'you don't have to always' has another beginning.",
  },
  {
    name: "we always ...",
    category: "lesson",
    form: form(`^(?:in our [\\w ]{3,30},?\\s+)?we\\s+(?:always|never|only ever)\\s+(?:${habitVerbs})\\b.+$`),
    safe: "What a team does by habit; verbs that mostly describe code ('we never call') do not count.",
  },
  {
    name: "we should use X everywhere",
    category: "lesson",
    form: form(
      "^we (?:should|must) (?:be )?(?:use|using|prefer|stick to|write|call)\\b.+\\b(?:wherever|everywhere|whenever|at all times)\\b.*$",
    ),
    safe: "It says that it holds everywhere.",
  },
  {
    name: "make sure we use X everywhere",
    category: "preference",
    begin: "Use ",
    form: form(
      "^(?:let's )?(?:make sure|ensure)(?: that)? (?:we're|we are|you're|you are|we|you) (?:using|use) (?<said>.+\\b(?:everywhere|in all|at all times)\\b.*)$",
    ),
    safe: "As above.",
  },
  {
    name: "update AGENTS.md but make sure that X should ...",
    category: "lesson",
    form: form(
      "^(?:let's |can you |could you )?(?:update|extend|change|add to) (?:the )?(?:\\w+/)*(?:claude|agents|contributing)\\.md,?\\s*(?:but|and|to)\\s+make sure (?:that )?" +
        `(?<said>(?!${unnamed})\\S+(?:\\s+\\S+){0,4}?\\s+(?:should|must|always|never)\\b.+)$`,
    ),
    safe: "As above.",
  },
  {
    name: "we've found that X is better ...",
    category: "lesson",
    form: form(
      "^we(?:'ve| have)? (?:found|learned|learnt) (?:out )?that (?<said>(?!(?:it|this|that|these|those|the)\\b).+ (?:is|are|works?|reads?) (?:\\w+ )?(?:better|best|worse|safer|easier|faster|slower|cheaper|cleaner)\\b.*)$",
    ),
    safe: "It tells what experience has shown, and compares; what was found while debugging compares nothing.",
  },
];
