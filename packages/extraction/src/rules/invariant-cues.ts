import { type Cue, form } from "./cue.ts";
import { unnamed } from "./rule-cues.ts";

/** A subject that is named in up to seven words, so that the sentence stands alone. */
const subject = `(?!${unnamed})(?:(?!(?:that|which|who|if|when|to|we|you|i|it|they|and|or|but)\\b)[\\w\`'./()*-]+\\s+){1,7}?`;

const longSubject = subject.replace("{1,7}", "{1,12}");

/** How things must be, whoever works on them. */
export const invariantCues: readonly Cue[] = [
  {
    name: "X must never ...",
    category: "domain",
    form: form(
      `^(?!${unnamed})(?:(?!(?:that|which|who|if|when|to|we|you|i|it|they)\\b)[\\w\`'./-]+\\s+){1,6}(?:must|should)\\s+(?:never|always)\\s+\\w.+$`,
    ),
    safe: "The subject is named, so it stands alone: 'that should never happen' does not.",
  },
  {
    name: "X must not ...",
    category: "domain",
    form: form(`^${subject}(?:must not|mustn't|must only|may only)\\s+\\w.+$`),
    safe: "As above. 'Should not' also asks for one change, 'may not' also guesses: both are left out.",
  },
  {
    name: "only X may ...",
    category: "domain",
    form: form(
      `^only\\s+(?!(?:the|our)\\s+(?:last|first|second|third|fourth|fifth|new|next|other|same|following|failing|broken|current|changed|active|selected)\\b)${subject}(?:may|must|should|can|is allowed to|are allowed to)\\s+(?!(?:fail|pass|break|be (?:changed|fixed|removed|reverted|skipped|updated|renamed|moved|touched|edited))\\b)\\w.*[^\\W]{2}(?<!\\b(?:that|this|it|them|those))[.!]*$`,
    ),
    safe: "It says who may, and that nobody else may; what is to be changed or may fail is a task.",
  },
  {
    name: "there must always be ...",
    category: "domain",
    form: form(
      "^there\\s+(?:must|should|has to)\\s+(?:always|never|only ever)\\s+be\\s+(?!(?:something|anything|nothing|this|that|these|those|any (?:issues?|problems?|errors?))\\b)\\S+\\s+\\S.+$",
    ),
    safe: "It names what there must be; 'there is always one more' describes.",
  },
  {
    name: "X breaks the invariant that Y must ...",
    category: "domain",
    form: form(
      `^[^?]{0,160}?\\b(?:the|our|an?) (?:invariant|rule|convention|requirement|contract|guarantee)(?: is)? that (?<said>${longSubject}(?:must|should|never|always|may|has to|have to)\\b[^?]{8,}?)[.!]*$`,
    ),
    safe: "Whatever is said about its breach: who calls it an invariant wants it to hold.",
  },
  {
    name: "X is the source of truth",
    category: "domain",
    form: form(`^${subject}(?:is|are) the (?:only |single )?source of truth\\b.*$`),
    safe: "Said of what others are to be held to.",
  },
  {
    name: "every X must ...",
    category: "domain",
    form: form(
      `^(?:all|every|each) (?!(?:of|these|those|this|that|tests?|checks?|the)\\b)(?:(?!(?:that|which|who|if|when|to|we|you|i|it|they|and|but)\\b)[\\w\`'./-]+\\s+){1,5}?must\\s+(?!(?:pass|work|be (?:changed|fixed|removed|reverted|green|done|updated|renamed|moved))\\b)\\w.+$`,
    ),
    safe: "It is said of all of a kind, the next one too; what must pass or be fixed is the task.",
  },
];
