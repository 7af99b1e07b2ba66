import type { Disk, RunLogLine } from "@holdfast/schema";
import { closingOf, jsonLine } from "../disk/lines.ts";

/**
 * Appends a line to the run log. Survives the death of the process, but not a power cut: a lost line is no lost memory.
 */
export async function appendRunLog(disk: Disk, path: string, line: RunLogLine): Promise<void> {
  const text = (await closingOf(disk, path)) + jsonLine(line);
  await disk.append(path, new TextEncoder().encode(text));
}
