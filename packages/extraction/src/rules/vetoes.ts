/** Why a sentence with a cue is no memory after all; undefined when nothing speaks against it. */
export function vetoOf(said: string, statement: string): string | undefined {
  return (
    inWhole.find(([form]) => form.test(said))?.[1] ?? inClaim.find(([form]) => form.test(statement))?.[1]
  );
}

type Veto = readonly [form: RegExp, reason: string];

/** Looked for in all that was said. */
const inWhole: readonly Veto[] = [
  // "Can you add to AGENTS.md that ...?" asks for more than an answer.
  [
    /^(?!(?:(?:ok(?:ay)?|yes|yeah|and|also|hey)[\s,]+)*(?:can|could|would|will) you (?:please )?(?:update|extend|add|put|write|note|mention|document|record|say|state)\b.*\.md\b).*[?？]\s*\S{0,3}\s*$|[吗呢]\s*[。！]?\s*$/isu,
    "it is a question",
  ],
  [
    /^(?:can|could|would|will|should|shall|do|does|did|is|are|was|were|why|what|how|where|who|which|have|has)\s+(?:you|we|i|it|this|that|the|they|there|our)\b(?!.*\.md\b)/i,
    "it is a question",
  ],
  [/^(?:what|why|how|where|who|which)\b|,\s*(?:why|where|how|or what)\W*$/i, "it is a question"],
  [
    /\b(?:maybe|perhaps|i guess|i wonder|wondering|what if|let's say|suppose|imagine|(?<!you're |you are |if |when )(?:not sure|unsure)|possibly|probably|hypothetically|i suppose|i think we (?:could|might|may|should)|we (?:could|might)|might want)\b/i,
    "it is not certain",
  ],
  [
    /[,.]\s*(?:they|he|she|people|some) (?:say|says|said|claims?|think|thinks)\b/i,
    "it is what someone else said",
  ],
  [/\b(?:never ?mind|jk|just kidding|kidding)\b/i, "it is taken back"],
];

const place =
  "project|repo|repository|code ?base|monorepo|app|application|company|team|workspace|product|library|cli|tool|machine|system|api|site|server|database|service|package|kind|sort|style|convention|rule";

/** Looked for in what was laid down, without the reason that was given for it. */
const inClaim: readonly Veto[] = [
  [
    /\b(?:right now|for now|now|today|tonight|tomorrow|yesterday|currently|at the moment|this time|for the time being|temporarily|in the meantime|just once|one last time|still|yet|later|a (?:sec|second|minute|moment)(?!\s+(?!ago|please|later)[a-z])|earlier|just (?:pushed|merged|fixed|changed|added|removed|did|ran))\b/i,
    "it speaks of the present moment",
  ],
  [
    new RegExp(
      `\\b(?:this|these|those)\\s+(?!(?:${place})s?\\b|is\\b|are\\b|means\\b|should(?:n't)?\\b|would(?:n't)?\\b)[a-z]`,
      "i",
    ),
    "it points to something of the task at hand",
  ],
  [
    /\b(?:that|the) (?:screenshot|recording|stack ?trace|attachment|pr|branch|diff|ticket|prompt|last (?:commit|change|step)|previous (?:commit|change|step|one)|above|following|same thing)\b/i,
    "it points to something of the task at hand",
  ],
  [
    /\b(?:once|when(?:ever)?|after|until|before) (?:you have (?:time|a minute)|you're|you are|you've|that's|that is|this is|it's|it is|we're|i'm|i am|this|that)\b(?! means| (?:unsure|not sure|in doubt|uncertain|stuck|blocked)\b)/i,
    "it belongs to one task",
  ],
  [
    /^(?!always\b|never\b).*(?:(?<!\basking |\basking me |\btelling me )\bfirst[.!]*$|\b(?:once|when|after|until|before) you (?:continue|go on|move on|proceed|finish|start)\b)/i,
    "it belongs to one task",
  ],
  [/\b(?:again|here|above|below|instead)[.!]*$/i, "it belongs to one task"],
  [
    /\b(?:option|variant|approach) [a-d0-9]\b|\b(?:ignore|use|fix|keep|remove|delete|change|drop|skip|touch|edit|move|rename|merge|add|revert) that [a-z]/i,
    "it points to something of the task at hand",
  ],
  [
    /\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! (?:mornings|afternoons|evenings|nights))/i,
    "it is about one day",
  ],
  [
    /^(?:(?:when|if|before|after)\b[^,]*,\s*)?(?:always|never|don't ever|do not ever|please|don't|do not)?\s*(?:[a-z]+)\s+(?:it|this|that|these|those|them|so)(?:$|[.,!;]|\s+(?:again|here|way|instead|like|in|on|for|to|as|from|with|before|after|because|when|if|either|anyway|first|last|twice|an?|the)\b)/i,
    "it does not say what it is about",
  ],
  [
    new RegExp(
      `^(?!there (?:must|should|has to) (?:always|never|only)\\b|this (?:whole )?(?:${place})\\b|this is an? )` +
        "(?:it|its|it's|this|that|that's|these|those|they|they're|he|she|there|there's|such)\\b",
      "i",
    ),
    "it does not say what it is about",
  ],
  [
    /^(?:i'll|i'm|i am|i will|i've|i was|i did|i just|i already|we're (?!going to|using|on)|we just|we already|i (?:pushed|merged|fixed|changed|added|removed|updated|deleted|renamed|moved|reverted|committed|restarted|ran|tried|saw|need|have to|think))\b/i,
    "it tells what someone is doing",
  ],
  [/\bstep \d+\b/i, "it belongs to one task"],
  [/\bline \d+|\blines \d+/i, "it is about one place in the code"],
  [
    /(?:^|[^前])(?:现在|今天|这次|暂时|先别|刚才)|\b(?:heute|diesmal|gerade|hoy|esta vez|por ahora|aujourd'hui|cette fois)\b/iu,
    "it speaks of the present moment",
  ],
];

/** States of affairs that pass; looked for in facts that nobody asked to remember. */
export const passingState: RegExp =
  /\b(?:broken|failing|fails|failed|flaky|down|red|green|crash(?:es|ed|ing)?|not working|doesn't work|isn't working|in progress|wip|blocked|bug|pushed|merged|fixed|changed|added|removed|updated|deleted|renamed|reverted|restarted|empty|missing|blank|wrong|gone|i|i've|me)\b/i;

/** A fact after which something is asked for or missed is what is to be changed; looked for in facts, and in what follows them. */
export const aboutToChange: RegExp =
  /[,;–—-]\s*(?:so |and |but |then )*(?!(?:don't|not|never|use|is|are)\b)\w+ (?:it|them|that|this|one)[.!]*$|[,;–—-]\s*(?:so |and |but |then )*(?:let's|let us|(?:can|could|should) (?:you|we|i)\b|please\b(?!\W*$)|pls\b(?!\W*$)|where|why|how come|what|(?:fix|add|change|make|remove|update|implement|investigate|look)\b(?! (?:to|it to)\b)|i (?:see|saw|get|can't|don't)|we (?:should|need to|have to) (?:add|fix|change|support))\b/i;
export const asksForChange: RegExp =
  /^(?:(?:so|and|but|then|please|ok|maybe)[\s,]+)*(?:(?:can|could|should) (?:you|we)|let's|please|we (?:should|need to)) (?:please )?(?:add|support|fix|change|implement|introduce|build|make) (?:it|that|this|them|support|one|some)\b/i;
