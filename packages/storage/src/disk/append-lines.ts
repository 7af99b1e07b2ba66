import type { Disk } from "@holdfast/schema";
import { appendDurably } from "./durable.ts";
import { closingOf, jsonLine } from "./lines.ts";

/**
 * Appends values as lines of JSON, durable when it returns. First closes a line that an earlier append left cut off; a failure
 * or a death on the way may leave the first lines, and one cut off, which the next append closes.
 */
export async function appendLinesDurably(
  disk: Disk,
  path: string,
  values: readonly unknown[],
): Promise<void> {
  if (values.length === 0) return;
  const text = (await closingOf(disk, path)) + values.map(jsonLine).join("");
  await appendDurably(disk, path, new TextEncoder().encode(text));
}
