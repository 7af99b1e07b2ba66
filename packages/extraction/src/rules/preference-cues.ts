import { type Cue, form, named, rest } from "./cue.ts";

const inGeneral =
  "(?:(?:in general|generally|personally|as a rule|(?:in|for|across) (?:all|every|any)\\b[^,]{3,40}|in (?:this|our) (?:project|repo|code ?base)|for [^,]{3,40}),? )?";
const really = "(?: really| strongly| generally| usually| always| personally| much)*";

/** Preferences: what the person likes, wants or can't stand, said as something general. */
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
];
