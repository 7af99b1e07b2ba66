import { type Cue, form } from "./cue.ts";
import { unnamed } from "./rule-cues.ts";
import { factVerbs, habitVerbs, workVerb } from "./verbs.ts";

const ours =
  "(?:this|our|my) (?:whole |entire )?(?:project|repo|repository|code ?base|monorepo|app|company|team|workspace|domain|business|product|shop)";

const passing =
  "(?!.*\\b(?:broken|fail(?:s|ed|ing)?|flaky|slow|red|crash\\w*|bugs?|errors?|issues?|problems?|access|time|anything|something|a (?:lot|bit|little)|mess|joke|nightmare|disaster|pain|conflicts?|failures?|warnings?)\\b)";
const thing =
  "(?!(?:this|that|it|them|these|those|any of|the (?:old|new|same|first|second|other|wrong|right))\\b)";

/** Facts about the project that say themselves what they are about. */
export const factCues: readonly Cue[] = [
  {
    name: "by X we mean Y",
    category: "domain",
    form: form("^(?:by|when (?:i|we) say)\\s+\\S.{1,60}?,?\\s+(?:we|i) (?:always )?mean\\s+.{3,}$"),
    safe: "A definition.",
  },
  {
    name: "in this project X is Y",
    category: "domain",
    form: form(
      `^(?:in|for|throughout|across) ${ours},?\\s+(?!(?:let's|i'd|i|can|could|please|there|it|this|that)\\b)` +
        `(?:we (?:always |never |only |don't |do not )?(?:use|call|count|avoid|prefer|support|${habitVerbs})\\b` +
        "|(?!we\\b)[\\w`'\"“/ -]{1,60}?\\s+(?:is|are|means|mean|lives?|goes|go|must|never|always|belongs?|stands?)\\b).+$",
    ),
    safe: "It says that it holds for the project, and how things are there.",
  },
  {
    name: "this repo uses X",
    category: "domain",
    form: form(
      `^(?=this\\b)${passing}this (?:whole )?(?:project|repo|repository|code ?base|monorepo|app|application|library|package|product|service|cli) (?:uses|targets|supports|follows|requires|runs on|is written in|is built with|is (?:an?|only|meant|for)\\b|must|only|(?:never|always) (?:uses?|stores?|logs?|sends?|talks?|writes?|targets?|supports?|ships?))\\b (?!(?:too|a lot|lots|so) ).+$`,
    ),
    safe: "Of the project as a whole; what is broken or slow about it is left out.",
  },
  {
    name: "this is a CLI, so ...",
    category: "domain",
    form: form(
      `^(?=this is\\b)${passing}this is an? (?:\\w+[ -]){0,3}(?:cli|library|monorepo|prototype|server|service|project|demo|plugin|extension|fork|package|product|framework|daemon|app|website|spa|game)\\b(?:\\s*[,;–—-]+\\s*| )(?:so|not|and|there (?:is|are)|we|no|don't|do not|nobody|without)\\b.+$`,
    ),
    safe: "It says what kind of thing the project is, and what follows.",
  },
  {
    name: "we use X, not Y",
    category: "domain",
    form: form(
      `^(?!.*\\b(?:here|there)\\b)we (?:only |always )?(?:use|call|name|write|store|keep|test with|deploy|ship|target|publish|format|indent with|measure|log) ${thing}[^,.;?]{2,60}, (?:not|never) ${thing}[^,.;?]{2,60}[.!]*$`,
    ),
    safe: "What is done here by habit, against what one might take for it.",
  },
  {
    name: "X is stored as A, never as B",
    category: "domain",
    form: form(
      `^(?=[^?]*, never\\b)${passing}(?!${unnamed})(?!(?:${workVerb}|please|let's|then|just)\\b)(?:(?!(?:that|which|who|if|when|to|we|you|i|it|they|and|but)\\b)[\\w\`'./-]+\\s+){1,6}?(?:is|are|uses?|lives?|goes|go|comes?|belongs?|gets?|takes?|returns?|runs?|speaks?|talks?)\\s+[^?,]{2,80}, never (?!\\p{L}+(?:ed|en|ing)\\b|(?:read|set|run|shown|sent|met|hit|put|once|again|mind)\\b)[^?]{2,80}$`,
    ),
    safe: "Present tense, and what it never is. 'Never read' and 'never called' tell of a bug.",
  },
  {
    name: "we no longer use X",
    category: "domain",
    form: form(
      `^(?=we\\b)${passing}(?!.*\\b(?:for|of|in|with|about) (?:that|this|it)\\b)(?<said>we (?:no longer (?:have|use|support|ship|need|store|allow|deploy|publish|maintain) ${thing}[^?,]{2,80}|(?:don't|do not) (?:have|use|support|ship|store|allow|deploy|publish|maintain) ${thing}[^?,]{2,60}? any ?more))\\b.*$`,
    ),
    safe: "It says that something is gone, so that nobody looks for it; 'we no longer get the error' has another verb.",
  },
  {
    name: "we don't support X",
    category: "domain",
    form: form(
      `^(?:we|the product|our product) (?:don't|do not|won't|will not|never|only) (?:support|target) ${thing}[^?]{2,}$`,
    ),
    safe: "The limits of the product.",
  },
  {
    name: "we have no concept of X",
    category: "domain",
    form: form(
      "^we (?:(?:don't|do not) have (?:an?|any|the)|have no) (?:\\S+ )?(?:concept|notion|entity|entities)\\b.*$",
    ),
    safe: "What the domain does not know; it is named.",
  },
  {
    name: "X is deprecated, use Y",
    category: "domain",
    form: form(
      `^(?!${unnamed})(?:(?:the|our|everything in|all of)\\s+)?\\S+(?:\\s+\\S+){0,4}?\\s+(?:is|are) (?:all )?(?:deprecated|legacy|obsolete|frozen|read-only|off[- ]limits|generated|vendored|auto-generated|dead|unmaintained|abandoned|going away)\\s*[,;:.–—-]+\\s*(?:so\\s+)?(?:please\\s+)?(?:use (?!the (?:other|new|old)\\b)|(?:don't|do not|never|prefer|ask)\\b).+$`,
    ),
    safe: "A standing of the thing, and what follows from it for everyone.",
  },
  {
    name: "X belongs in Y",
    category: "domain",
    form: form(
      `^(?!${unnamed})(?!(?:the|then|please|just|now|let's|never|always|not)\\b)(?:all |our |every |new )?(?:(?!(?:that|which|who|to|and|or|don't|doesn't|not|can|could|should|must|will)\\b)[\\w\`'./*-]+\\s+){1,4}?(?:belongs?|lives?|(?<=s )go|goes) (?:in|into|under|next to|beside|inside)\\s+(?!.*\\b(?:when|until|if) (?:i|you|we)\\b)(?=\\S*[/.\`]|(?:\\S+ ){0,3}?(?:folders?|director(?:y|ies)|packages?|modules?|repos?|files?|layers?|services?|source|tests?|docs)\\b)(?!(?:here|there|this|that|these|it|an? (?:endless|infinite)|the (?:same|other|wrong|first|second|next|left|right))\\b)\\S.+$`,
    ),
    safe: "A kind of thing and its place; 'the new file goes into' speaks of one.",
  },
  {
    name: "X is short for Y",
    category: "domain",
    form: form(
      `^(?!${unnamed})(?:an? |the |our )?\\S+(?: \\S+){0,3}? (?:is|are) (?:short for|our (?:word|name|term) for|what we call)\\s+\\S.+$`,
    ),
    safe: "A definition.",
  },
  {
    name: "our users are ...",
    category: "domain",
    form: form(
      `^(?=our\\b)${passing}our (?:\\w+ )?(?:users|customers|clients|designers|testers|readers|tenants|suppliers|investors|auditors) (?:are (?!\\w+(?:ing|ed)\\b|all\\b)|(?:have|has) (?:an?|no|their|its|many|several|two|three|\\d+)\\b|(?:speak|pay|work|live|sit|use|expect|read)s?\\b).{3,}$`,
    ),
    safe: "Who the product is for, in the present tense; what they are doing just now is left out.",
  },
  {
    name: "the X is reset every night",
    category: "domain",
    form: form(
      `^(?=(?:the|our)\\b)${passing}(?!${unnamed})(?:the|our) (?:(?!(?:that|which|i|you|we|it)\\b)[\\w\`'/-]+ ){1,4}?(?:(?:is|are|gets?) (?:\\w+ly )?(?:wiped|reset|rebuilt|restarted|rotated|scaled|purged|refreshed|recycled|cleaned|archived|backed|closed|frozen|synced|locked)(?: (?:down|up|over|out))?|resets?|restarts?|closes|expires?) (?:\\w+ ){0,4}?(?:every|each) (?:single )?(?:night|day|week|month|quarter|year|morning|evening|\\w+day(?: \\w+)?|release|deploy)[.!]*$`,
    ),
    safe: "What comes again by the clock stays; 'it fails every night' has no subject or is a failure.",
  },
];

/** A statement: a subject, then a verb that says how things are; after "the", "our" or "every" any verb in -s will do. */
export const factForm: RegExp = form(
  `^(?!(?:${factVerbs})\\b)(?:(?:\\S+\\s+){1,14}?(?:${factVerbs}|\\w+ed)\\b.+` +
    "|(?:the|an?|our|my|every|each)\\s+\\S+\\s+(?:\\S+\\s+){0,6}?\\w+s\\b.+)",
);
