import { type Candidate, type MemoryRecord, sameWords } from "@holdfast/schema";

/** The texts of a candidate or a record, however it came to be. */
type Texts = Pick<MemoryRecord, "summary" | "detail" | "why" | "alternatives">;

/**
 * True only when it is certain that a candidate adds nothing to a text: the same summary, word for word, and a detail, a why
 * and alternatives that are each empty or stand there word for word.
 */
export function saysNothingNew(candidate: Candidate, known: Texts): boolean {
  return (
    sameWords(candidate.summary, known.summary) &&
    isEmptyOrSame(candidate.detail, known.detail) &&
    isEmptyOrSame(candidate.why ?? "", known.why ?? "") &&
    (candidate.alternatives ?? []).every((one) =>
      (known.alternatives ?? []).some((other) => sameWords(one, other)),
    )
  );
}

function isEmptyOrSame(text: string, known: string): boolean {
  return text.trim() === "" || sameWords(text, known);
}
