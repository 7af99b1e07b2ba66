import { type Cue, form, named, rest } from "./cue.ts";

const inGeneral =
  "(?:(?:in general|generally|personally|as a rule|(?:in|for|across) (?:all|every|any)\\b[^,]{3,40}|in (?:this|our) (?:project|repo|code ?base)|for [^,]{3,40}),? )?";
const really = "(?: really| strongly| generally| usually| always| personally| much)*";

/** Preferences: what the person likes, wants or can't stand, said as something general. */
/** Where something is not wanted for good. */
const lastingPlace =
  "(?:(?:the|our|my|any|your) )?(?:production(?: code)?|code ?bases?|repo(?:sitory|s)?|project|(?:\\w+ )?code|logs?|(?:\\w+ )?tests?|(?:git )?history|commits?(?: messages?)?|comments?|docs|documentation|(?:public )?api|ui|core|domain(?: model)?|controllers?|components?|schema|prs?|pull requests?)";

export const preferenceCues: readonly Cue[] = [
  {
    name: "I prefer ...",
    category: "preference",
    form: form(
      `^${inGeneral}(?:i${really} prefer|my (?:strong )?preference is(?: to)?)\\s+${named}(?!if\\b|(?:you )?to (?:see|do|have) (?:this|that|it)\\b).{3,}$`,
    ),
    safe: "Present tense, and a thing that is named: 'I prefer the second one' is an answer of the moment.",
  },
  {
    name: "I'd prefer X over Y",
    category: "preference",
    form: form(
      `^i(?:'d| would)${really} prefer ${named}(?!if\\b|you\\b|we\\b|that\\b|to\\b)[^?]+ (?:over|to|instead of|rather than) (?!(?:this|that|it)\\b).+$`,
    ),
    safe: "Both sides are named; 'I'd prefer if you' and 'I'd prefer to' ask for something at hand.",
  },
  {
    name: "I like X better",
    category: "preference",
    form: form(
      `^${inGeneral}i${really} (?:like|love) ${named}(?!the\\b|how\\b|that\\b|this\\b|it\\b|your\\b).+? (?:better|more)(?: than .+)?[.!\\s]*$`,
    ),
    safe: "A kind of thing is compared, not one that was just shown.",
  },
  {
    name: "I always want you to ...",
    category: "preference",
    begin: "Always ",
    form: form(`^i always want you to ${rest}`),
    safe: "It says always, and of whom.",
  },
  {
    name: "I want you to always ...",
    category: "preference",
    form: form("^i(?:'d| would)? (?:want|need|expect|like) you to (?<said>(?:always|never) .+)$"),
    safe: "As above.",
  },
  {
    name: "I never want ...",
    category: "preference",
    form: form("^i (?:always|never|don't ever|do not ever) want .{3,}$"),
    safe: "As above.",
  },
  {
    name: "I hate it when you ...",
    category: "preference",
    form: form("^i (?:really )?(?:hate|dislike|can't stand|don't like)(?: it)? when you .{3,}$"),
    safe: "It is about what the agent does, in general.",
  },
  {
    name: "use British spelling",
    category: "preference",
    form: form(
      "^(?:use|write(?: in)?|stick to|keep)(?: the)? (?:british|american|us|uk|australian|canadian) (?:english|spelling)s?(?: (?:everywhere|in .{3,40}|for .{3,40}))?[\\s,.!]*(?:please)?[^\\p{L}]*$",
    ),
    safe: "Nobody wants a spelling just once.",
  },
  {
    name: "we don't want to bother the user ...",
    category: "preference",
    form: form(
      "^we (?:don't|do not|never) (?:ever )?want to (?:\\S+ )?(?:promp?t|bother|annoy|interrupt|confuse|spam|surprise|overwhelm|nag|track|mislead|lock out)\\w* (?:the |our |any )?(?:users?|customers?|people|developers?|visitors?)\\b.*$",
    ),
    safe: "It says how people are to be treated, whatever is built.",
  },
  {
    name: "I'd rather have X than Y",
    category: "preference",
    form: form(
      `^${inGeneral}(?:i|we)(?:'d| would) (?:much )?rather ${named}(?!(?:you|we|not|see|do|go|try|fix|start|leave|wait)\\b)[^?]{3,}? (?:than|instead of)(?: to)? (?!(?:this|that|it|the (?:other|first|second|old|new|current))\\b).+$`,
    ),
    safe: "Both sides are named; 'I'd rather not' and 'I'd rather you' speak of something at hand.",
  },
  {
    name: "for every X I'd like Y instead of Z",
    category: "preference",
    form: form(
      "^(?:for|in|on|with) (?:every|each|all|any)\\b[^?]{3,80}?,? (?:i|we)(?:'d like| would like| want| expect| prefer)(?: to (?:see|have))? (?!(?:this|that|it|you)\\b)[^?]+ (?:instead of|rather than) .+$",
    ),
    safe: "It is about all of a kind, and names both sides.",
  },
  {
    name: "we don't want X in the code",
    category: "preference",
    form: form(
      `^(?:i|we) (?:don't|do not|never) (?:ever )?want (?:to (?:see|have|find) )?(?:any |more )?(?!(?:to|the|this|that|it|an?|you|them|these|those|your|my|changes?|edits?|modifications?|conflicts?|anything)\\b)[\\w\`'./-]+(?: [\\w\`'./-]+){0,4}? (?:in|inside|on) ${lastingPlace}[.!]*$`,
    ),
    safe: "A kind of thing, and a place that stays; 'the file in the commit' is one thing.",
  },
  {
    name: "we don't want to do X every time",
    category: "preference",
    form: form(
      "^(?:i|we) (?:don't|do not|never) want to [^?]{5,120}? (?:constantly|every time|each time|all the time|over and over|forever)\\b.*$",
    ),
    safe: "What is not wanted is that it comes again.",
  },
  {
    name: "I don't want to see X in a Y",
    category: "preference",
    form: form(
      "^i (?:don't|do not|never) (?:want|need) to see (?!(?:this|that|it|these|those|the|anything)\\b)[^?]{3,80}? in (?:an?|any|every|each|our)\\s+(?!(?:bit|minute|moment|second)\\b)\\S.*$",
    ),
    safe: "A kind of thing, in any of a kind of place.",
  },
  {
    name: "I like it when ...",
    category: "preference",
    form: form(
      "^i (?:really |do )?(?:like|love|prefer|appreciate) it when (?!(?:it|this|that|these|those|the|things|everything|something)\\b).{5,}(?<!\\b(?:that|this|it))[.!]*$",
    ),
    safe: "'When' makes it general: it is about every time.",
  },
  {
    name: "keep answers short",
    category: "preference",
    form: form(
      "^keep (?:your |the |all |our )?(?:\\w+ )?(?:answers|replies|responses|explanations|summaries|messages|commits|prs|pull requests|functions|methods|files|modules|comments|docstrings|names|titles) (?:as |very |really )*(?:short|small|brief|concise|focused|terse|plain|simple|minimal|(?:under|below|to) (?:an?|one|two|three|\\d+)|in (?:plain )?(?:english|german|french|spanish|chinese|markdown))\\b.*$",
    ),
    safe: "A measure for all that is written, in the plural; 'keep the diff small' is about one.",
  },
  {
    name: "I want all new X to ...",
    category: "preference",
    form: form(
      "^(?:i|we) (?:want|expect|need) (?:all|every|each|any) new (?:\\w+ )?(?:code|features?|functions?|endpoints?|files?|components?|modules?|migrations?|tests?|apis?|class(?:es)?|services?|routes?|packages?|dependenc(?:y|ies)) to .{3,}$",
    ),
    safe: "What is new is what comes later.",
  },
];
