import { type Candidate, lengthOf } from "@holdfast/schema";

export interface ChunkLimits {
  /** Most candidates. */
  readonly chunkSize: number;
  /** Most characters (code points) of all of them; one candidate always fits. */
  readonly characters: number;
  /** The rejection with this number makes a dead letter. */
  readonly maxAttempts: number;
}

/**
 * The candidates to be settled next, in the order given. One on its last attempt goes alone, so that one that spoils every reply
 * can't sink its neighbours; one that failed alone comes last and goes alone. Empty only when the queue is.
 */
export function nextChunk(queue: readonly Candidate[], limits: ChunkLimits): Candidate[] {
  const inOrder = [...queue.filter((one) => !one.goes_alone), ...queue.filter((one) => one.goes_alone)];
  const chunk: Candidate[] = [];
  let characters = 0;
  for (const candidate of inOrder) {
    characters += sizeOf(candidate);
    const fits = chunk.length < limits.chunkSize && characters <= limits.characters;
    if (chunk.length > 0 && (!fits || isAlone(candidate, limits))) break;
    chunk.push(candidate);
    if (isAlone(candidate, limits)) break;
  }
  return chunk;
}

function isAlone(candidate: Candidate, { maxAttempts }: ChunkLimits): boolean {
  return candidate.goes_alone === true || candidate.reconcile_attempts >= maxAttempts - 1;
}

/** Characters of the text of a candidate. */
export function sizeOf(candidate: Candidate): number {
  const texts = [
    candidate.summary,
    candidate.detail,
    candidate.why ?? "",
    ...(candidate.alternatives ?? []),
    ...(candidate.triggers ?? []).map((trigger) => trigger.value),
    candidate.source_evidence?.quote ?? "",
  ];
  return texts.reduce((total, text) => total + lengthOf(text), 0);
}
