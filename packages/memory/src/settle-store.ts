import type { Refused, RunReport, StopReason, Writer } from "@holdfast/schema";
import { logChunk } from "./commit-plan.ts";
import type { Held } from "./held.ts";
import { logRun } from "./log-run.ts";
import { openQueue } from "./open-queue.ts";
import type { Run, RunEnd } from "./run.ts";
import { workOff } from "./work-off.ts";

/** Works off what waits in one store, and what arrives meanwhile, until it is empty or the run must stop. */
export async function settleStore(held: Held): Promise<{ idle: boolean; stop: StopReason | undefined }> {
  const seen = new Set<string>();
  let idle = true;
  for (;;) {
    const { queue, buried } = await openQueue(held, seen);
    if (idle && queue.length + buried.length > 0) await startLog(held, queue.length);
    idle &&= queue.length + buried.length === 0;
    if (buried.length > 0) await logChunk(held, buried, { ms: 0 });
    if (queue.length === 0) {
      await finishLog(held, idle, undefined);
      return { idle, stop: undefined };
    }
    for (const { candidate } of queue) seen.add(candidate.candidate_id);
    const stop = await workOff(held, queue);
    if (stop === undefined) continue;
    await finishLog(held, idle, stop);
    return { idle, stop };
  }
}

async function startLog({ writer, run }: Held, staged: number): Promise<void> {
  const { run_id, command, adjudicator, startedAt } = run;
  run.tell({ kind: "run_started", run_id, command, model: adjudicator.id, staged });
  await logRun(writer, run, {
    kind: "started",
    run_id,
    command,
    model: adjudicator.id,
    at: startedAt.toISOString(),
  });
}

async function finishLog(
  { writer, run, store }: Held,
  idle: boolean,
  stop: StopReason | undefined,
): Promise<void> {
  if (idle || stop === "stale_generation") return;
  const status = stop === undefined ? "completed" : "stopped";
  const report = run.report({ status, stop_reason: stop }, store.scope);
  await logRun(writer, run, { kind: "finished", run_id: run.run_id, report: forLog(report) });
}

/** Leaves its line in the log of a run that settled nothing and yet cost something. */
export async function logUnsettled(writer: Writer, run: Run, end: RunEnd): Promise<void> {
  const { run_id, command, adjudicator, startedAt } = run;
  await logRun(writer, run, {
    kind: "started",
    run_id,
    command,
    model: adjudicator.id,
    at: startedAt.toISOString(),
  });
  await logRun(writer, run, { kind: "finished", run_id, report: forLog(run.report(end)) });
}

/** What the log keeps: outcomes stand in lines of their own, and what was not kept must not stay in a log. */
function forLog({ outcomes: _, stage: _stage, extraction, ...report }: RunReport) {
  if (extraction === undefined) return report;
  const withoutText = ({ path }: Refused) => ({ path, message: "told when it ran; not kept in the log" });
  const { refused, cut } = extraction;
  return {
    ...report,
    extraction: { ...extraction, refused: refused.map(withoutText), cut: cut.map(withoutText) },
  };
}
