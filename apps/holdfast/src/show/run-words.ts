import type { Fate, RunReport } from "@holdfast/schema";
import type { Styles } from "../styles.ts";

/** How each fate is told. */
export const fateWords: { readonly [fate in Fate]: { mark: string; word: string; style: keyof Styles } } = {
  add: { mark: "+", word: "added", style: "good" },
  supersede: { mark: ">", word: "replaced an older one", style: "good" },
  merge: { mark: "&", word: "merged", style: "good" },
  duplicate: { mark: "=", word: "known already", style: "note" },
  discard: { mark: "-", word: "discarded", style: "dim" },
  left_staged: { mark: ".", word: "left staged", style: "warn" },
  rejected: { mark: "?", word: "rejected, will be tried again", style: "warn" },
  dead_lettered: { mark: "!", word: "could not be saved (holdfast deadletter)", style: "bad" },
};

const reasons: { readonly [reason in NonNullable<RunReport["stop_reason"]>]: string } = {
  budget: "its time was used up",
  aborted: "by you",
  stale_generation: "the host's session was replaced",
  token_cap: "its tokens were used up",
  window_cap: "it read as many windows as it may",
  writer_busy: "another writer is at work",
  model_failed: "the model failed",
};

/** Why a run stopped, in words. */
export function wordsOf(reason: RunReport["stop_reason"]): string {
  return reason === undefined ? "no reason given" : reasons[reason];
}
