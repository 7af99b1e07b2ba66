import { type MemoryRecord, wordKey } from "@holdfast/schema";

/** The word key of a record's summary; of a forgotten one, that of the summary it had. */
export function summaryKeyOf({ summary, forgotten }: Pick<MemoryRecord, "summary" | "forgotten">): string {
  return forgotten ?? wordKey(summary);
}
