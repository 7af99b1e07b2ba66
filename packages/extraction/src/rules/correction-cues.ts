import { type Cue, form, rest } from "./cue.ts";

const right = "(?:use|run|call|import|write|put|go with|stick to|install|read|name it|return|throw)";
const wrong =
  "(?:use|using|run|running|call|calling|import|importing|write|writing|put|install|edit|editing)";
const thing = "(?!(?:this|that|it|these|those|the other|option)\\b)\\S.{0,80}?";
const end = "[.!\\s]*$";

/** Corrections, heard only right after a failure or a "no". Both what was wrong and what is right are named. */
export const correctionCues: readonly Cue[] = [
  {
    name: "use X instead of Y",
    category: "lesson",
    form: form(
      `^(?:you (?:should|must|need to|have to) |we |always )?${right} ${thing},? (?:instead of|rather than|and not|not) ${thing}${end}`,
    ),
    safe: "Said of a mistake that was just made, so the same mistake can be spared next time.",
  },
  {
    name: "use X, no Y",
    category: "lesson",
    form: form(`^(?:always )?use (?:\\w+ing )?${thing},? no ${thing}${end}`),
    safe: "As above.",
  },
  {
    name: "don't use X, use Y",
    category: "lesson",
    form: form(
      `^(?:don't|do not|never|stop)\\s+${wrong}\\s+${thing}(?:\\s*[,;.–—-]+\\s*|\\s+but\\s+)(?:please\\s+|always\\s+|just\\s+)?${right}\\s+${thing}${end}`,
    ),
    safe: "As above.",
  },
  {
    name: "X is A, not B",
    category: "lesson",
    form: form(
      `^(?!(?:it|this|that|these|those)\\b)\\S.{2,60}? (?:is|are|lives? in|goes in|belongs? in) ${thing}, not ${thing}${end}`,
    ),
    safe: "As above.",
  },
];

/** Corrections over two sentences that need no objection before them: the first forbids, the second says what is right. */
export const forbiddingCues: readonly Cue[] = [
  {
    name: "no X! Y should ...",
    category: "lesson",
    form: form(
      `^no (?!(?:need|idea|problem|worries|way|wonder|doubt|luck|change|changes|difference|rush|errors?|issues?|results?|response|tests?|one|more|longer|thanks|please|matter|such|this|that|it|not|comment)\\b)[\\w\`'-]+(?: [\\w\`'-]+){0,2}\\s*[!.;]+\\s+(?:(?:please |always |just )?${right} ${thing}|(?!(?:it|this|that|these|those|you|we|i|he|she|they|there|what|why|how|the (?:tests?|build|ci))\\b)(?!.*\\b(?:though|hopefully|but)\\b)\\S+(?: \\S+){0,2} (?:should|must|has to|have to) (?!(?:be (?:fixed|changed|removed))\\b)\\S.{4,})${end}`,
    ),
    safe: "A kind of thing is forbidden, and what stands in its place is named.",
  },
];

/** "That's wrong, X", "the first part is not correct, X": X is what is right. */
export const wrongForm: RegExp = form(
  `^(?:that's|that is|this is|you're|you are|the \\w+ (?:part|point|sentence|statement) is) (?:wrong|not (?:right|correct|true)|incorrect|mistaken)\\s*[,:;.–—-]+\\s*${rest}`,
);
