import { nextChunk, orderOfWork, type Plan } from "@holdfast/reconciler";
import {
  type Candidate,
  chunkCharacters,
  type Durable,
  type OutcomeRow,
  type StagedCandidate,
  type StopReason,
} from "@holdfast/schema";
import type { Held } from "./held.ts";
import { openQueue } from "./open-queue.ts";
import { planChunk } from "./plan-chunk.ts";

/** Works off what waits in one store, and what arrives meanwhile, until it is empty or the run must stop. */
export async function settleStore(held: Held): Promise<{ idle: boolean; stop: StopReason | undefined }> {
  const seen = new Set<string>();
  let idle = true;
  for (;;) {
    const { queue, buried } = await openQueue(held, seen);
    if (idle && queue.length + buried.length > 0) await startLog(held);
    idle &&= queue.length + buried.length === 0;
    if (buried.length > 0) await logChunk(held, buried, 0);
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

/** Settles a queue chunk by chunk; each is committed before the next is prepared. */
async function workOff(held: Held, queue: readonly StagedCandidate[]): Promise<StopReason | undefined> {
  const { run } = held;
  const limits = limitsOf(held);
  const byId = new Map(queue.map((staged) => [staged.candidate.candidate_id, staged]));
  const exhausted = await exhaustedLetters(held);
  let left = orderOfWork(queue, held.first);
  for (let chunk = 1; left.length > 0; chunk++) {
    const stop = run.stopReason();
    if (stop !== undefined) return leave(held, left, stop);
    const chosen = nextChunk(
      left.map(({ candidate }) => candidate),
      limits,
    );
    run.tell({
      kind: "chunk_started",
      run_id: run.run_id,
      chunk,
      candidates: chosen.length,
      settled: queue.length - left.length,
      staged: queue.length,
    });
    const started = held.world.now().getTime();
    const plan = await planChunk(
      held,
      chosen.map(({ candidate_id }) => byId.get(candidate_id)!),
      limits.maxAttempts,
    );
    const late = run.stopReason();
    if (late !== undefined) return leave(held, left, late);
    await commit(held, plan, chosen, { ms: held.world.now().getTime() - started, exhausted });
    const waiting = new Set(plan.waiting.map(({ candidate_id }) => candidate_id));
    const done = new Set(chosen.map(({ candidate_id }) => candidate_id).filter((id) => !waiting.has(id)));
    left = left.filter(({ candidate }) => !done.has(candidate.candidate_id));
  }
  return undefined;
}

/** The order is the promise: durable first, then told, then logged; out of staging last. */
async function commit(
  held: Held,
  plan: Plan,
  chunk: readonly Candidate[],
  { ms, exhausted }: { ms: number; exhausted: ReadonlySet<string> },
): Promise<void> {
  const { writer, run } = held;
  await writer.commit(plan.durable);
  run.settle(plan.outcomes);
  for (const warning of plan.warnings) run.warn(warning);
  await logChunk(held, plan.outcomes, ms);
  const rounds = new Map(chunk.map(({ candidate_id, round }) => [candidate_id, round ?? 0]));
  const settled = new Map(plan.settled.map((id) => [id, rounds.get(id) ?? 0]));
  await writer.consume({ settled, changed: plan.changed });
  const died = new Set(plan.durable.flatMap(deadIdOf));
  await writer.removeDeadLetters(plan.settled.filter((id) => exhausted.has(id) && !died.has(id)));
}

/** Dead letters that a staged copy of their candidate answers once it is settled. */
async function exhaustedLetters({ store }: Held): Promise<ReadonlySet<string>> {
  const { letters } = await store.deadLetters();
  const exhausted = letters.filter(({ kind }) => kind === "attempts_exhausted");
  return new Set(exhausted.map(({ candidate_id }) => candidate_id));
}

async function logChunk({ writer, run }: Held, outcomes: readonly OutcomeRow[], ms: number): Promise<void> {
  await writer.log({ kind: "chunk", run_id: run.run_id, outcomes: [...outcomes], ms, model_calls: 0 });
}

function deadIdOf(durable: Durable): string[] {
  return durable.kind === "dead_letter" ? [durable.letter.candidate_id] : [];
}

const whyLeft: { readonly [reason in StopReason]: string } = {
  budget: "the time budget of this run was used up",
  aborted: "the run was stopped",
  stale_generation: "the host's session was replaced",
  token_cap: "the token cap of this run was reached",
  writer_busy: "another writer is at work",
  model_failed: "the model failed",
};

function leave({ run }: Held, left: readonly StagedCandidate[], stop: StopReason): StopReason {
  run.settle(
    left.map(({ candidate: { candidate_id, category, summary, scope_suggestion } }) => ({
      candidate_id,
      category,
      scope: scope_suggestion,
      fate: "left_staged",
      reason: `still staged: ${whyLeft[stop]}`,
      summary,
    })),
  );
  return stop;
}

function limitsOf({ world, options }: Held) {
  return {
    chunkSize: options.chunkSize ?? world.settings.chunkSize,
    characters: chunkCharacters,
    maxAttempts: options.maxAttempts ?? world.settings.maxAttempts,
  };
}

async function startLog({ writer, run }: Held): Promise<void> {
  const { run_id, command, model, startedAt } = run;
  await writer.log({ kind: "started", run_id, command, model, at: startedAt.toISOString() });
}

async function finishLog(
  { writer, run, store }: Held,
  idle: boolean,
  stop: StopReason | undefined,
): Promise<void> {
  if (idle) return;
  const { outcomes: _, ...report } = run.report(
    { status: stop === undefined ? "completed" : "stopped", stop_reason: stop },
    store.scope,
  );
  await writer.log({ kind: "finished", run_id: run.run_id, report });
}
