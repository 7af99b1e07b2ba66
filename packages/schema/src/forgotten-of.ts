import type { Forgotten, LedgerLine } from "./ledger-line.ts";
import { wordKey } from "./words.ts";

/**
 * What stays of a candidate whose text is erased. `summary_key` is the word key of its summary, `text_key` that of summary and
 * detail, so that the same text is known when it comes back.
 */
export function forgottenOf(candidate: LedgerLine["candidate"]): Forgotten {
  if ("forgotten" in candidate) return candidate;
  const { candidate_id } = candidate;
  const [summary, detail] =
    "unreadable" in candidate ? [candidate.raw, ""] : [candidate.summary, candidate.detail];
  return {
    candidate_id,
    forgotten: true,
    summary_key: wordKey(summary),
    text_key: wordKey(`${summary}\n${detail}`),
  };
}
