/**
 * True for a rule about how to deal with the person (answer, explain, ask, show) or for one that says "I want": that is a
 * preference. Any other rule is about the work: a lesson.
 */
export function isAboutManner(summary: string): boolean {
  return manner.some((form) => form.test(summary));
}

const manner: readonly RegExp[] = [
  /^(?:(?:always|never|please|don't|do not|don't ever)\s+)*(?:answer|reply|respond|explain|speak|talk|apologi[sz]e|greet|summari[sz]e|address me)\b/i,
  /^(?:(?:always|never|please|don't|do not|don't ever)\s+)*(?:ask|show|tell|give|call|send|warn|remind) me\b/i,
  /^(?:when|before|after|if|for)\b[^,]*, (?:always |never |please )*(?:(?:answer|reply|respond|explain|summari[sz]e)\b|(?:ask|show|tell|give|warn) me\b)/i,
  /^I(?:'d)? (?:want|like|would like|expect|prefer)\b/,
  /\b(?:emojis?|your (?:answers?|replies|explanations?|tone)|spelling)\b/i,
];
