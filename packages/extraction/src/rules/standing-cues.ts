import { type Cue, form } from "./cue.ts";
import { workVerb } from "./verbs.ts";

/** Work that comes again and again. */
const occasion =
  "(?:commit|push|release|deploy(?:ment)?|merge|pr|pull request|migration|rebase|review|schema change|code change|change)s?";
const named = "(?!(?:each|every|it|this|that|these|those|them|so|anything|something)\\b)";

/** Orders that say themselves that they stand: on every occasion, unless told otherwise, or told before. */
export const standingCues: readonly Cue[] = [
  {
    name: "don't ... unless I ask",
    category: "preference",
    form: form(
      `^(?:don't|do not)\\s+(?:ever\\s+)?${workVerb}(?:$|\\s+(?:anything|${named}).*?|\\s*)\\s*(?:unless (?:i|we) (?:explicitly |specifically |directly )?(?:ask|tell|say|request|approve|want|agree)\\b|unless (?:explicitly |specifically )?(?:asked|told|requested)\\b|without (?:first )?(?:asking|my (?:permission|approval|ok|okay|consent|explicit)|checking with me|telling me|confirmation from me)).*$`,
    ),
    safe: "A permission that is asked for each time is no matter of one task; 'until' may be, and is left out.",
  },
  {
    name: "only ... when I ask",
    category: "preference",
    form: form(
      `^(?:(?:you|claude|agents?|the agent)\\s+(?:should|must|may|can)\\s+)?only\\s+${workVerb}\\s+${named}.*?\\s*(?:when|if)\\s+(?:(?:i|we) (?:explicitly |specifically )?(?:ask|tell|say|request|approve|want)|(?:explicitly |specifically )?(?:asked|told|requested))\\b.*$`,
    ),
    safe: "As above.",
  },
  {
    name: "whenever X, do Y",
    category: "lesson",
    form: form(
      `^(?:whenever|every time|each time)\\s+[^.?!,]{3,120},\\s*(?:please\\s+|also\\s+|then\\s+|you (?:should|must|need to|have to)\\s+)*(?:don't\\s+|do not\\s+)?${workVerb}\\s+.+$`,
    ),
    safe: "It holds on every occasion, and an order follows: 'every time I run it, it fails' has none.",
  },
  {
    name: "do Y whenever X",
    category: "lesson",
    form: form(
      `^(?:(?:you|we) (?:should|must|need to|have to)\\s+)?${workVerb}\\s+${named}[^.?!]{3,120}?\\s+(?:whenever|every time|each time)\\s+(?:you|we|someone|an?|the)\\b.+$`,
    ),
    safe: "As above, the other way round.",
  },
  {
    name: "do Y before every commit",
    category: "lesson",
    form: form(
      `^(?:(?:you|we) (?:should|must|need to|have to)\\s+)?${workVerb}\\s+${named}[^.?!]{2,120}?\\s+(?:before|after|on|with|for|in)\\s+(?:every|each|any)(?: single)?\\s+(?:\\w+\\s+)?${occasion}\\b.*$`,
    ),
    safe: "The occasion comes again after the task: 'for every function' may end with it, and is left out.",
  },
  {
    name: "before every commit I want ...",
    category: "preference",
    form: form(
      `^(?:before|after|on|with|for|in)\\s+(?:every|each|any|all)(?: single)?\\s+(?:\\w+\\s+)?${occasion},?\\s+(?:i|we) (?:want|need|expect|would like)\\b.+$`,
    ),
    safe: "As above.",
  },
  {
    name: "you need to X before Y, otherwise ...",
    category: "lesson",
    form: form(
      `^(?:you|we)(?:'ll)? (?:always )?(?:need|have) to ${workVerb}\\s+${named}[^?]+?\\b(?:before|after|when(?:ever)?)\\b(?! you can\\b)[^?]*?[,;:–—-]\\s*(?:otherwise|or else)\\b.+$`,
    ),
    safe: "It tells what happens to whoever does not: that was learned once, and holds.",
  },
  {
    name: "I told you before not to ...",
    category: "lesson",
    begin: "Do not ",
    form: form(
      `^(?:i|we)(?:'ve| have)? (?:already )?(?:told|asked) you (?:(?:already|before|twice|again and again|repeatedly|(?:so )?many times|several times|multiple times|\\w+ times),?\\s+)*not to (?<said>${workVerb}\\s+${named}.+?)[.!]*$`,
    ),
    safe: "What has to be said twice was meant for good.",
  },
  {
    name: "I told you before to always ...",
    category: "lesson",
    form: form(
      "^(?:i|we)(?:'ve| have)? (?:already )?(?:told|asked) you (?:[\\w ]{0,30}? )?to (?<said>(?:always|never) [^,?]+?)(?:,? (?:and|but) (?:you|again)\\b[^?]*)?[.!]*$",
    ),
    safe: "As above.",
  },
  {
    name: "you keep forgetting to ...",
    category: "lesson",
    begin: "Always ",
    form: form(
      `^you (?:(?:keep|are|'re) (?:always |constantly )?forgetting|always forget|constantly forget|forgot (?:again|once more)) to (?<said>${workVerb}\\s+${named}.+)$`,
    ),
    safe: "It was forgotten more than once, so it is a habit that is asked for.",
  },
  {
    name: "when in doubt, ...",
    category: "lesson",
    form: form(
      `^(?:(?:when|if|whenever) (?:you're|you are|you feel|you get)? ?(?:ever )?(?:unsure|not sure|in doubt|uncertain)\\b[^,]{0,40},|in doubt,)\\s*(?:please |always |just |then )*(?:don't\\s+|do not\\s+)?${workVerb}\\s*.+$`,
    ),
    safe: "It tells what to do whenever that happens.",
  },
  {
    name: "stop adding Xs",
    category: "lesson",
    form: form(
      "^stop (?:adding|writing|using|creating|inventing|leaving|putting|generating) (?!(?:the|this|that|these|those|it|them|your|my|so|too|tests?|things|stuff|files|lines|logs)\\b)(?:[\\w`'-]+ ){0,2}?[\\w`-]+[^s\\W]s\\b[^,;?]*$",
    ),
    safe: "A kind of thing that was made more than once; one thing has an article.",
  },
];
