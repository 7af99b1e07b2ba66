import { closingFor, composePrompt, type RenderedPrompt, type RenderOptions } from "./compose-prompt.ts";
import type { LabelledChunk } from "./label-chunk.ts";
import { sideOfCase, sideOfRecord, wordsOf } from "./side-of.ts";

/**
 * Asks for one action for each candidate of a chunk. `system` and `tool` are the same in every call. Every record is shown once. Foreign text stands
 * behind a mark that it can't leave, without secrets and control characters; long texts are shortened in the prompt only, and say so. The
 * same chunk on the same day gives the same prompt.
 */
export function renderPrompt(chunk: LabelledChunk, { today }: RenderOptions): RenderedPrompt {
  const cases = [...chunk.cases.values()];
  return composePrompt({
    opening: `Today is ${today.slice(0, 10)}.`,
    records: [...chunk.records].map(([label, record]) => sideOfRecord(label, record, today)),
    candidates: cases.map((one) =>
      sideOfCase(one, today, [
        { name: "rejected last time, under other labels", text: wordsOf(one.candidate.last_violations) },
      ]),
    ),
    closing: closingFor(cases.map(({ label }) => label)),
  });
}
