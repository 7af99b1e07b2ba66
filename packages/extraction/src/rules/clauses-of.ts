/** A part of a sentence that may lay something down by itself. */
export interface Clause {
  readonly text: string;
  /** It opened with a "no". */
  readonly objects: boolean;
}

/** The sentence without its greeting, and what follows a dash or a short "thanks, that works,": that may be the point. */
export function clausesOf(sentence: string): Clause[] {
  const whole = withoutOpening(sentence);
  const parts: Clause[] = [];
  for (const { 0: cut, index } of sentence.matchAll(cuts)) {
    if (parts.length === mostParts) break;
    const part = withoutOpening(sentence.slice(index + cut.length));
    parts.push({ ...part, objects: part.objects || whole.objects });
  }
  return [whole, ...parts];
}

/** Nobody lays something down after so many dashes; it also bounds what a sentence costs. */
const mostParts = 12;

const cuts = new RegExp(
  [
    "\\s(?:[-–—]+)\\s",
    ";\\s+",
    "^[^,;:]{2,40}[,;]\\s+(?=(?:from now on|please remember|remember (?:that|to|:)|i prefer|we decided|always|never|in (?:the )?future)\\b)",
    ",?\\s+(?:but|and)\\s+(?=that(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true))\\s*,)",
    ",\\s+(?=(?:we (?:don't|do not) want|(?:but )?only (?:the|our)|this is an?)\\b)",
  ].join("|"),
  "gi",
);

function withoutOpening(sentence: string): Clause {
  let text = sentence.trim().replace(/^\((?<inside>[^()]+)\)[.!]*$/su, "$<inside>");
  let objects = false;
  for (;;) {
    const opening = openings.exec(text)?.[0];
    if (opening === undefined || opening.length === text.length) return { text, objects };
    objects ||= objection.test(opening);
    text = text.slice(opening.length);
  }
}

const mark = "\\s*[,.!:;–—-]";

/** Some need a mark after them: "no, retry" objects, "no retries" forbids; "important: ..." is no important invoice. */
const openings = new RegExp(
  "^(?:(?:ok(?:ay)?|thanks(?: a lot)?|thank you|yes|yeah|yep|yup|alright|all right|hmm+|ah|oh|sorry|btw|by the way" +
    "|also|and|but|so|actually|omfg|omg|wtf|ffs|argh+|ugh+|damn(?: it)?|please|pls|plz|kindly|hey|hi" +
    `|(?:great|perfect|nice|good|cool|right|sure|well|listen|plus|one more thing|another thing|important|reminder|heads[- ]up|nope|nah|wrong|stop)(?=${mark})` +
    `|no+(?=${mark}|\\s+(?:we|you|i|use|run|call|do|don't|never|always|please|that's)\\b)` +
    "|like(?= there\\b)|confirmed(?: with [\\w ]{2,30})?(?=\\s*:)" +
    "|(?:can|could|would|will) you(?= (?:please )?remember\\b)" +
    ")(?![\\w'])[\\s,.!:;–—-]*)",
  "i",
);

const objection = /^(?:no+|nope|nah|wrong|stop|omfg|omg|wtf|ffs|argh+|ugh+|damn)\b/i;
