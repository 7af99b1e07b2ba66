import type { RunReport } from "@holdfast/schema";
import type { Answer, Desk } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { runText } from "../show/run-text.ts";

/** A run's report as an answer. `busyIsDone` says whether a writer in the way is no failure of this command. */
export function runAnswer(report: RunReport, desk: Desk, { busyIsDone }: { busyIsDone: boolean }): Answer {
  return { json: report, text: runText(report, desk), exitCode: exitCodeFor(report, busyIsDone) };
}

function exitCodeFor(report: RunReport, busyIsDone: boolean): number {
  if (report.stop_reason === "aborted") return exitCodes.interrupted;
  if (report.stop_reason === "writer_busy" && !busyIsDone) return exitCodes.busy;
  const refused = (report.stage?.refused.length ?? 0) + (report.extraction?.refused.length ?? 0);
  const failed = report.status === "failed" || report.stop_reason === "model_failed";
  return failed || refused > 0 ? exitCodes.failed : exitCodes.done;
}
