import { forLongRuns } from "./for-long-runs.ts";
import type { Place } from "./place.ts";

const isOfSecret = /\bkind["']?:[ \t]{0,3}["']?Secret\b/;
const data = /^(?<indent>[ \t]{0,40})["']?data["']?:[ \t]{0,3}\{?\r?\n/gm;
const entry = forLongRuns(
  /^[ \t]*["']?[\w.-]{1,100}["']?:[ \t]{0,3}["']?(?<secret>[A-Za-z0-9+/]{4,}={0,2})(?=["']?,?[ \t\r]*$)/gm,
);

/** What a Kubernetes manifest of a `Secret` holds, whatever its names: each value in base 64. */
export function* manifestSecretsIn(text: string): Generator<Place> {
  if (!isOfSecret.test(text)) return;
  let end = 0;
  for (const block of text.matchAll(data)) {
    const from = block.index + block[0].length;
    if (from <= end) continue; // one within a block was looked into with it
    end = endOfBlock(text, from, block.groups!.indent!);
    const lines = text.slice(from, end);
    for (const match of lines.matchAll(entry)) {
      const { secret } = match.groups!;
      if (secret!.length % 4 !== 0) continue;
      const last = from + match.index + match[0].length;
      yield { start: last - secret!.length, end: last, kind: "secret" };
    }
  }
}

/** After the lines under `data:`, further in than it is. One by one: a pattern for all of them would fill the engine's stack. */
function endOfBlock(text: string, from: number, indent: string): number {
  const line = new RegExp(`${indent}[ \\t][^\\n]*\\n?`, "y");
  let end = from;
  for (line.lastIndex = end; end < text.length && line.test(text); ) end = line.lastIndex;
  return end;
}
