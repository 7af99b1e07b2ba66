import type { Plan } from "@holdfast/reconciler";
import type { Candidate, ChunkReport, Durable, OutcomeRow } from "@holdfast/schema";
import type { Held } from "./held.ts";
import { logRun } from "./log-run.ts";

/** The order is the promise: durable first, then told, then logged; out of staging last. */
export async function commitPlan(
  held: Held,
  plan: Plan,
  chunk: readonly Candidate[],
  { exhausted, ...took }: Took & { exhausted: ReadonlySet<string> },
): Promise<void> {
  const { writer, run } = held;
  await writer.commit(plan.durable);
  run.settle(plan.outcomes);
  for (const warning of plan.warnings) run.warn(warning);
  await logChunk(held, plan.outcomes, took);
  const rounds = new Map(chunk.map(({ candidate_id, round }) => [candidate_id, round ?? 0]));
  const settled = new Map(plan.settled.map((id) => [id, rounds.get(id) ?? 0]));
  await writer.consume({ settled, changed: plan.changed });
  const died = new Set(plan.durable.flatMap(deadIdOf));
  await writer.removeDeadLetters(plan.settled.filter((id) => exhausted.has(id) && !died.has(id)));
}

/** What a chunk took; `asked` when a model was asked about it. */
export interface Took {
  readonly ms: number;
  readonly asked?: ChunkReport | undefined;
}

/** Dead letters that a staged copy of their candidate answers once it is settled. */
export async function exhaustedLetters({ store }: Held): Promise<ReadonlySet<string>> {
  const { letters } = await store.deadLetters();
  const exhausted = letters.filter(({ kind }) => kind === "attempts_exhausted");
  return new Set(exhausted.map(({ candidate_id }) => candidate_id));
}

/** Says in the run log what became of a chunk. */
export async function logChunk(
  { writer, run }: Held,
  outcomes: readonly OutcomeRow[],
  { ms, asked }: Took,
): Promise<void> {
  if (asked) run.asked(asked);
  await logRun(writer, run, {
    kind: "chunk",
    run_id: run.run_id,
    outcomes: [...outcomes],
    ms,
    model_calls: asked?.model_calls ?? 0,
    ...(asked && { asked }),
  });
}

function deadIdOf(durable: Durable): string[] {
  return durable.kind === "dead_letter" ? [durable.letter.candidate_id] : [];
}
