import { redactDeep } from "@holdfast/schema";
import type { Rejected } from "../check-actions.ts";
import { closingFor, composePrompt, type RenderedPrompt, type RenderOptions } from "./compose-prompt.ts";
import type { LabelledChunk } from "./label-chunk.ts";
import { sideOfCase, sideOfRecord, wordsOf } from "./side-of.ts";

/**
 * Asks once more for the rejected candidates alone, under the same labels: with what was asked for, every violation in words, and the records
 * they are to be compared with or were said to match. Fewer sides have more space, so that `shortened` may hold less than before. `rejected`
 * may not be empty.
 */
export function renderRepair(
  chunk: LabelledChunk,
  rejected: readonly Rejected[],
  { today }: RenderOptions,
): RenderedPrompt {
  const again = rejected.flatMap((one) => {
    const labelled = chunk.cases.get(one.ref);
    return labelled ? [{ labelled, rejection: one }] : [];
  });
  const labels = again.map(({ labelled }) => labelled.label);
  const compared = new Set(
    again.flatMap(({ labelled, rejection }) => [
      ...labelled.neighbourLabels,
      rejection.action?.target_id ?? "",
    ]),
  );
  return composePrompt({
    opening: `Today is ${today.slice(0, 10)}. Your answer was checked. The actions below were rejected; all others stand, so leave them out.`,
    records: [...chunk.records]
      .filter(([label]) => compared.has(label))
      .map(([label, record]) => sideOfRecord(label, record, today)),
    candidates: again.map(({ labelled, rejection }) =>
      sideOfCase(labelled, today, [
        { name: "you asked for", text: askedFor(rejection) },
        { name: "rejected, because", text: wordsOf(rejection.violations) },
      ]),
    ),
    closing: closingFor(labels),
  });
}

/** Most characters of an action that are repeated: a merge of the greatest size, with all its escapes. */
const longestAction = 40_000;

function askedFor({ action, raw }: Rejected): string {
  return (JSON.stringify(redactDeep(action ?? raw)) ?? "").slice(0, longestAction);
}
