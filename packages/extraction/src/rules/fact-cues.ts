import { type Cue, form } from "./cue.ts";
import { factVerbs } from "./verbs.ts";

const ours =
  "(?:this|our|my) (?:whole |entire )?(?:project|repo|repository|code ?base|monorepo|app|company|team|workspace|domain|business|product|shop)";

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
        "(?:we (?:always |never |only )?(?:use|call|name|write|store|keep|count)\\b" +
        "|(?!we\\b)[\\w`'\"“/ -]{1,60}?\\s+(?:is|are|means|mean|lives?|goes|go|must|never|always|belongs?|stands?)\\b).+$",
    ),
    safe: "It says that it holds for the project, and how things are there.",
  },
];

/** A statement: a subject, then a verb that says how things are; after "the", "our" or "every" any verb in -s will do. */
export const factForm: RegExp = form(
  `^(?!(?:${factVerbs})\\b)(?:(?:\\S+\\s+){1,14}?(?:${factVerbs}|\\w+ed)\\b.+` +
    "|(?:the|an?|our|my|every|each)\\s+\\S+\\s+(?:\\S+\\s+){0,6}?\\w+s\\b.+)",
);
