import type { StopReason } from "@holdfast/schema";
import { logChunk } from "./commit-plan.ts";
import type { Held } from "./held.ts";
import { openQueue } from "./open-queue.ts";
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
  await writer.log({ kind: "started", run_id, command, model: adjudicator.id, at: startedAt.toISOString() });
}

async function finishLog(
  { writer, run, store }: Held,
  idle: boolean,
  stop: StopReason | undefined,
): Promise<void> {
  if (idle || stop === "stale_generation") return;
  const { outcomes: _, ...report } = run.report(
    { status: stop === undefined ? "completed" : "stopped", stop_reason: stop },
    store.scope,
  );
  await writer.log({ kind: "finished", run_id: run.run_id, report });
}
