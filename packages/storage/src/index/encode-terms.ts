/**
 * Terms as the ASCII tokeniser of FTS5 leaves them alone: it splits at ASCII marks and folds ASCII capitals, and takes everything
 * else as it is. So each of those becomes one character of the private use area, and equal terms stay equal.
 */
export function encodeTerms(terms: readonly string[]): string {
  return terms.map(encodeTerm).join(" ");
}

export function encodeTerm(term: string): string {
  return term
    .toWellFormed()
    .replace(notPlain, (mark) => String.fromCharCode(privateUse + mark.charCodeAt(0)));
}

/** What was encoded. */
export function decodeTerm(encoded: string): string {
  return encoded.replace(/[\ue000-\ue07f]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - privateUse));
}

/** A query for any of these terms. Nothing of a term is syntax. */
export function anyOf(terms: readonly string[]): string {
  return terms.map((term) => `"${encodeTerm(term)}"`).join(" OR ");
}

const notPlain = /[^a-z0-9\u0080-\u{10ffff}]/gu;
const privateUse = 0xe000;
