import type { Disk } from "@holdfast/schema";
import { replaceDurably } from "../disk/durable.ts";
import { completeLines, jsonOf } from "../disk/lines.ts";

export interface RunLogBounds {
  readonly runs: number;
  readonly bytes: number;
}

/**
 * Cuts the run log back to its newest lines when it holds more runs or bytes than allowed: call it once a run. Of a run that is
 * itself too large, the end stays. True when something was cut.
 */
export async function boundRunLog(disk: Disk, path: string, bounds: RunLogBounds): Promise<boolean> {
  const bytes = await disk.read(path);
  const start = bytes === undefined ? 0 : newestFrom(bytes, bounds);
  if (bytes === undefined || start === 0) return false;
  await replaceDurably(disk, path, bytes.subarray(start));
  return true;
}

/** Where the newest lines that stay within the bounds begin. */
function newestFrom(bytes: Uint8Array, bounds: RunLogBounds): number {
  const runs = new Set<string>();
  let from = bytes.length;
  for (const { bytes: line, offset } of completeLines(bytes).lines.toReversed()) {
    const id = runIdOf(jsonOf(line));
    if (id !== undefined) runs.add(id);
    if (runs.size > bounds.runs || bytes.length - offset > bounds.bytes) return from;
    from = offset;
  }
  return 0;
}

function runIdOf(line: unknown): string | undefined {
  if (typeof line !== "object" || line === null || !("run_id" in line)) return undefined;
  return typeof line.run_id === "string" ? line.run_id : undefined;
}
