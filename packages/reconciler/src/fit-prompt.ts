import type { Case } from "@holdfast/schema";
import type { RenderOptions } from "./ask/compose-prompt.ts";
import { labelChunk } from "./ask/label-chunk.ts";
import { renderPrompt } from "./ask/render-prompt.ts";

/**
 * The first cases whose prompt shows every text in full, so that a model can draft every merge; at least one case. The rest waits for the
 * next chunk.
 */
export function fitPrompt(cases: readonly Case[], options: RenderOptions): Case[] {
  let most = cases.length;
  let least = Math.min(1, most);
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (renderPrompt(labelChunk(cases.slice(0, middle)), options).shortened.size === 0) least = middle;
    else most = middle - 1;
  }
  return cases.slice(0, least);
}
