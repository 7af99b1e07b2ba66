import type { Candidate, MemoryRecord } from "@holdfast/schema";
import { missingMarks } from "@holdfast/schema";
import { type Gate, partiesOf, violation } from "./gate.ts";
import { leastSharedWords, listed, sharedWords } from "./merge-drops-content.ts";
import { lostNegations } from "./negations.ts";
import { isWithinBounds } from "./text-bounds.ts";

/** A merged text has no name, number, path, code span or negation that stood in neither text, and few words of its own. */
export const mergeInventsContent: Gate = (asked, context) => {
  const parties = partiesOf(asked, context);
  const { action, summary, detail = "" } = asked.action;
  if (!parties || action !== "merge" || summary === undefined || !isWithinBounds(asked.action))
    return undefined;
  const draft = `${summary}\n${detail}`;
  const { candidate } = parties.one;
  const quote = candidate.source_evidence?.quote ?? "";
  const sources = [...textsOf(parties.target), ...textsOf(candidate), quote].join("\n");
  const invented = [...missingMarks(draft, sources), ...lostNegations(draft, sources)];
  if (invented.length > 0)
    return violation(
      "merge_invents_content",
      asked,
      "detail",
      `Neither text says ${listed(invented)}. Leave it out.`,
    );
  if (sharedWords(draft, sources) >= leastSharedWords) return undefined;
  return violation(
    "merge_invents_content",
    asked,
    "detail",
    "Says mostly what neither text says. Use their words.",
  );
};

function textsOf(side: Candidate | MemoryRecord): string[] {
  const triggers = (side.triggers ?? []).map((trigger) => trigger.value);
  return [side.summary, side.detail, side.why ?? "", ...(side.alternatives ?? []), ...triggers];
}
