const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/**
 * About how many tokens a model will count for a text: one for each East Asian character, one for four others. An estimate for
 * budgets, never for bills.
 */
export function estimateTokens(text: string): number {
  const wides = text.match(wide)?.length ?? 0;
  return Math.ceil(wides + (text.length - wides) / 4);
}
