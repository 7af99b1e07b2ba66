import { type Case, lengthOf, type MemoryRecord } from "@holdfast/schema";
import { sizeOf } from "./next-chunk.ts";

/**
 * The first cases whose candidates and neighbours have at most `characters` together, each record counted once; at least one case.
 * The rest waits for the next chunk.
 */
export function fitChunk(cases: readonly Case[], characters: number): Case[] {
  const shown = new Set<string>();
  const fitting: Case[] = [];
  let total = 0;
  for (const one of cases) {
    total += sizeOf(one.candidate);
    for (const { record } of one.neighbours) {
      if (!shown.has(record.id)) total += sizeOfRecord(record);
      shown.add(record.id);
    }
    if (fitting.length > 0 && total > characters) break;
    fitting.push(one);
  }
  return fitting;
}

function sizeOfRecord(record: MemoryRecord): number {
  const texts = [record.summary, record.detail, record.why ?? "", ...(record.alternatives ?? [])];
  return texts.reduce((total, text) => total + lengthOf(text), 0);
}
