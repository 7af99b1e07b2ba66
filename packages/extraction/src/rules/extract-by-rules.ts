import { redact, type Transcript, type Turn } from "@holdfast/schema";
import type { Extraction, Found } from "../extraction.ts";
import { turnKeys } from "../turn-keys.ts";
import { type PassedOver, report } from "./passed-over.ts";
import { readTurn } from "./read-turn.ts";

/** The name of this extractor, where a model's id would stand. */
export const rulesId = "local/rules";

/**
 * Finds what a person plainly laid down: "remember that", "from now on", "always", "we decided", "I prefer", a correction
 * after a mistake. Only the person's own words count, and only those that hold beyond the task; when in doubt nothing
 * is taken, and `passed_over` says why of every sentence that sounds like one. Turns whose key is in `skip` were read before;
 * `read` names those that need not be read again. No model, no network; the same
 * transcript gives the same answer.
 */
export function extractByRules(
  transcript: Transcript,
  {
    skip,
    keys = turnKeys(transcript),
  }: { readonly skip: ReadonlySet<string>; readonly keys?: readonly string[] },
): Extraction {
  const found: Found[] = [];
  const passed: PassedOver[] = [];
  const read: string[] = [];
  let windows = 0;
  let afterFailure = false;
  for (const [index, turn] of transcript.turns.entries()) {
    if (turn.role === "tool") afterFailure = turn.failed === true;
    const key = keys[index]!;
    const isNew = !skip.has(key);
    if (turn.role !== "user") {
      if (isNew) read.push(key);
      continue;
    }
    if (isNew) {
      windows = 1;
      const heard = readTurn(turn, { afterFailure });
      passed.push(...heard.passed_over);
      for (const one of heard.found) keepSafe(turn, one, found, passed);
      if (!heard.isCut) read.push(key);
    }
    afterFailure = false;
  }
  return { found, passed_over: report(passed), read, windows };
}

/** A memory with a hole where a secret was says nothing: it is named, and left out. */
function keepSafe(turn: Turn, one: Found, found: Found[], passed: PassedOver[]): void {
  const secrets = redact(one.proposal.source_evidence.quote).found;
  if (secrets.length === 0) found.push(one);
  else passed.push({ turn, reason: `it holds a secret: ${secrets.join(", ")}` });
}
