import { type Refused, redact, type Transcript, type Turn } from "@holdfast/schema";
import type { Extraction, Found } from "./extraction.ts";
import { readTurn } from "./read-turn.ts";
import { turnKey } from "./turn-key.ts";

/** The name of this extractor, where a model's id would stand. */
export const rulesId = "local/rules";

/**
 * Finds what a person plainly laid down: "remember that", "from now on", "always", "we decided", "I prefer", a correction
 * after a mistake. Only the person's own words count, and only those that hold beyond the task; when in doubt nothing
 * is taken, and `passed_over` says why. Turns whose key is in `skip` were read before. No model, no network; the same
 * transcript gives the same answer.
 */
export function extractByRules(
  transcript: Transcript,
  { skip }: { readonly skip: ReadonlySet<string> },
): Extraction {
  const found: Found[] = [];
  const passed_over: Refused[] = [];
  let read = 0;
  let afterFailure = false;
  for (const turn of transcript.turns) {
    if (turn.role === "tool") afterFailure = turn.failed === true;
    if (turn.role !== "user") continue;
    if (!skip.has(turnKey(turn))) {
      read++;
      const heard = readTurn(turn, { afterFailure });
      passed_over.push(...heard.passed_over);
      for (const one of heard.found) keepSafe(turn, one, found, passed_over);
    }
    afterFailure = false;
  }
  return { found, passed_over, windows: read > 0 ? 1 : 0 };
}

/** A memory with a hole where a secret was says nothing: it is named, and left out. */
function keepSafe(turn: Turn, one: Found, found: Found[], passed_over: Refused[]): void {
  const secrets = redact(one.proposal.source_evidence.quote).found;
  if (secrets.length === 0) found.push(one);
  else
    passed_over.push({
      path: `turn ${turn.id}`,
      message: `Not kept, it holds a secret: ${secrets.join(", ")}.`,
    });
}
