import { isHoldfastError, type RunLogLine, type Writer } from "@holdfast/schema";
import type { Run } from "./run.ts";

/** Writes a line of the run log. It is for diagnosis only: what can't be written is a warning, and the run goes on. */
export async function logRun(writer: Writer, run: Pick<Run, "warn">, line: RunLogLine): Promise<void> {
  try {
    await writer.log(line);
  } catch (error) {
    if (!isHoldfastError(error) || error.code === "store_changed") throw error;
    run.warn(`What this run does is not in the run log: ${error.message}`);
  }
}
