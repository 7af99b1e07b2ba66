/**
 * How providers, gateways and subscriptions say that nothing more is to be had for now. Each is a phrase that was seen in the wild;
 * add to it rather than widen one.
 */
const usedUp: readonly RegExp[] = [
  /\byou(?:['’]ve| have) (?:hit|reached) your (?:\w+[ -]){0,3}limits?\b/i,
  /\b(?:usage|session|weekly|daily|monthly|spend(?:ing)?) limit (?:has been )?(?:reached|exceeded)\b/i,
  /\blimits? will reset (?:at|on|in)\b/i,
  /\bcredit balance is too low\b/i,
  /\b(?:out of|insufficient|not enough) (?:credits?|quota|funds|balance)\b/i,
  /\b(?:quota (?:has been )?exceeded|exceeded your current quota|insufficient_quota)\b/i,
];

const slowDown = /\brate limit (?:has been )?(?:reached|exceeded|hit)\b/i;

/** True when a provider's error says that a limit is used up, one that waiting a moment does not lift. */
export function saysUsedUp(message: string): boolean {
  return usedUp.some((phrase) => phrase.test(message));
}

/** Longest text that is taken for such a notice. A verdict written as text is longer, or is JSON. */
const longestNotice = 400;

/** True when an answer is no answer but the notice of a limit, as subscriptions and gateways send it. */
export function isLimitAnswer(text: string): boolean {
  const notice = text.trim();
  if (notice.length > longestNotice || /^(?:[[{]|```)/.test(notice)) return false;
  return saysUsedUp(notice) || slowDown.test(notice);
}
