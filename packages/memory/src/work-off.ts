import { nextChunk, orderOfWork, type Reaction, reactTo } from "@holdfast/reconciler";
import {
  type Candidate,
  type ChunkReport,
  chunkCharacters,
  type OutcomeRow,
  type StagedCandidate,
  type StopReason,
} from "@holdfast/schema";
import { commitPlan, exhaustedLetters, logChunk } from "./commit-plan.ts";
import type { Held } from "./held.ts";
import { type Planned, planChunk } from "./plan-chunk.ts";

/**
 * Settles a queue chunk by chunk; each is committed before the next is prepared. A chunk that is too much for its model is asked about in
 * halves; what can't be asked about stays staged, and the others go on. Gives back why it stopped, when it must.
 */
export async function workOff(
  held: Held,
  queue: readonly StagedCandidate[],
): Promise<StopReason | undefined> {
  const { run } = held;
  const limits = limitsOf(held);
  const byId = new Map(queue.map((staged) => [staged.candidate.candidate_id, staged]));
  const exhausted = await exhaustedLetters(held);
  let left = orderOfWork(queue, held.first);
  let chunkSize = limits.chunkSize;
  let failures = 0;
  let failedLast = false;
  let modelDown: string | undefined;
  const without = (gone: ReadonlySet<string>) =>
    left.filter(({ candidate }) => !gone.has(candidate.candidate_id));

  for (let chunk = 1; left.length > 0; chunk++) {
    const stop = run.stopReason();
    if (stop !== undefined) return leave(held, left, stop);
    const chosen = nextChunk(
      left.map(({ candidate }) => candidate),
      { ...limits, chunkSize },
    );
    const settled = queue.length - left.length;
    run.tell({
      kind: "chunk_started",
      run_id: run.run_id,
      chunk,
      candidates: chosen.length,
      settled,
      staged: queue.length,
    });

    const meter = startMeter(held);
    const planned = await planChunk(
      held,
      chosen.map(({ candidate_id }) => byId.get(candidate_id)!),
      { maxAttempts: limits.maxAttempts, modelDown },
    );
    const late = run.stopReason();
    // What was paid for is kept: only who may no longer write, or was told to stop, throws an answer away.
    if (late === "aborted" || late === "stale_generation") return leave(held, left, late);

    if (planned.kind === "failed") {
      const reaction = reactTo(planned.failure, planned.asked.length, failures);
      const took = meter(planned.asked.length, { failure: `${planned.failure}: ${reaction.kind}` });
      if (reaction.kind === "halve") {
        await logChunk(held, [], took);
        chunkSize = Math.ceil(planned.asked.length / 2);
        continue;
      }
      failures++;
      failedLast = reaction.kind === "next";
      await putBack(held, planned, reaction, took);
      left = without(idsOf(planned.asked));
      if (reaction.kind === "stop" && planned.failure === "aborted") return leave(held, left, "aborted");
      // What needs no model is settled all the same.
      if (reaction.kind === "stop")
        modelDown = `${whyLeft.model_failed} (${planned.failure}): ${planned.message}`;
      continue;
    }
    if (planned.asked > 0) {
      failures = 0;
      failedLast = false;
      chunkSize = Math.min(limits.chunkSize, chunkSize * 2);
    }
    const took = meter(planned.asked, { repaired: planned.repaired });
    await commitPlan(held, planned.plan, chosen, { ...took, exhausted });
    await leaveSome(held, chosen, planned.left);
    const waiting = idsOf(planned.plan.waiting);
    left = without(new Set([...idsOf(chosen)].filter((id) => !waiting.has(id))));
  }
  return failedLast || modelDown !== undefined ? "model_failed" : undefined;
}

/** Measures a chunk: gives back what it took when it is over. */
function startMeter({ world, run }: Held) {
  const started = world.elapsedMs();
  const before = run.spent();
  return (candidates: number, more: { repaired?: boolean; failure?: string }) => {
    const ms = world.elapsedMs() - started;
    if (candidates === 0) return { ms };
    const after = run.spent();
    const asked: ChunkReport = {
      candidates,
      ms,
      model_calls: after.calls - before.calls,
      tokens: { input: after.input - before.input, output: after.output - before.output },
      ...(after.cost !== undefined && { cost_usd: after.cost - (before.cost ?? 0) }),
      repaired: more.repaired ?? false,
      ...(more.failure && { failure: more.failure }),
    };
    return { ms, asked };
  };
}

/** Leaves a chunk staged whose model gave no verdict. No attempt is counted; one that failed alone goes last and alone next time. */
async function putBack(
  held: Held,
  { asked, failure, message }: Extract<Planned, { kind: "failed" }>,
  reaction: Reaction,
  took: Parameters<typeof logChunk>[2],
): Promise<void> {
  const alone =
    reaction.kind === "leave_alone_candidate" || (reaction.kind === "stop" && reaction.marks_alone);
  const outcomes = asked.map((candidate) =>
    leftOutcome(candidate, `the model gave no verdict (${failure}): ${message}`),
  );
  held.run.warn(`The model gave no verdict on ${asked.length} candidates (${failure}): ${message}`);
  held.run.settle(outcomes);
  await logChunk(held, outcomes, took);
  const changed = asked.map((candidate) => ({
    ...candidate,
    goes_alone: true,
    failed_alone: (candidate.failed_alone ?? 0) + 1,
  }));
  if (alone) await held.writer.consume({ settled: new Map(), changed });
}

async function leaveSome(
  held: Held,
  chosen: readonly Candidate[],
  why: ReadonlyMap<string, string>,
): Promise<void> {
  const left = chosen.filter(({ candidate_id }) => why.has(candidate_id));
  await tellLeft(
    held,
    left.map((candidate) => leftOutcome(candidate, why.get(candidate.candidate_id)!)),
  );
}

/** Of candidates that were left at once, so many are told in the run log: it is bounded. */
const leftInLog = 1_000;

async function tellLeft(held: Held, outcomes: readonly OutcomeRow[]): Promise<void> {
  held.run.settle(outcomes);
  if (outcomes.length > 0) await logChunk(held, outcomes.slice(0, leftInLog), { ms: 0 });
}

const whyLeft: { readonly [reason in StopReason]: string } = {
  budget: "the time budget of this run was used up",
  aborted: "the run was stopped",
  stale_generation: "the host's session was replaced",
  token_cap: "the token cap of this run was reached",
  window_cap: "the run read as many windows as it may",
  writer_busy: "another writer is at work",
  model_failed: "the model failed",
};

async function leave(held: Held, left: readonly StagedCandidate[], stop: StopReason): Promise<StopReason> {
  const outcomes = left.map(({ candidate }) => leftOutcome(candidate, whyLeft[stop]));
  // Who was replaced writes nothing more, not even what it left.
  if (stop === "stale_generation") held.run.settle(outcomes);
  else await tellLeft(held, outcomes);
  return stop;
}

function leftOutcome(
  { candidate_id, category, summary, scope_suggestion }: Candidate,
  why: string,
): OutcomeRow {
  return {
    candidate_id,
    category,
    scope: scope_suggestion,
    fate: "left_staged",
    reason: `still staged: ${why}`,
    summary,
  };
}

function idsOf(candidates: readonly Candidate[]): Set<string> {
  return new Set(candidates.map(({ candidate_id }) => candidate_id));
}

function limitsOf({ world, options }: Held) {
  return {
    chunkSize: options.chunkSize ?? world.settings.chunkSize,
    characters: chunkCharacters,
    maxAttempts: options.maxAttempts ?? world.settings.maxAttempts,
  };
}
