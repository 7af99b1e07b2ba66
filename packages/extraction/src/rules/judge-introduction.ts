/**
 * What a line ending in a colon makes of the lines under it: something to remember, something that someone else said, or
 * nothing in particular. Without one, nothing.
 */
export function judgeIntroduction(line: string | undefined): "to_remember" | "reported" | "plain" {
  if (line === undefined) return "plain";
  if (said.test(line)) return "reported";
  if (lasting.test(line)) return "to_remember";
  return ours.test(line) ? "plain" : "reported";
}

const said =
  /\b(?:says?|said|told|tells?|wrote|writes|output|errors?|logs?|prints?|printed|shows?|comment(?:s|ed)?|review(?:s|ed|er)?|docs?|documentation|readme|linter|eslint|warnings?|messages?|according|quotes?|issue|ticket|spec|template|prompt|example)\b/i;

const lasting =
  /\b(?:remember|from now on|going forward|for the future|keep in mind|rules?|conventions?|house rules|guidelines)\b/i;

const ours =
  /\b(?:please|things?|points?|one more|also|important|i (?:want|prefer|like)|preferences?|note|notes|fyi|context|decisions?|decided)\b/i;
