import type { DeadLetter, OutcomeRow, StagedCandidate } from "@holdfast/schema";
import type { Held } from "./held.ts";

/**
 * What waits and was not seen in this run, after what an interrupted run left is put right: a candidate that is in a record or in the
 * ledger is taken out of staging and out of the dead letters, and what can't be read becomes a dead letter.
 */
export async function openQueue(
  held: Held,
  seen: ReadonlySet<string>,
): Promise<{ queue: StagedCandidate[]; buried: OutcomeRow[] }> {
  const { store, writer, run, world } = held;
  const { candidates, problems } = await store.staged();
  for (const problem of problems.filter(({ kind }) => kind === "newer" || kind === "unreadable")) {
    run.warn(problem.message);
  }
  const unusable = problems.filter(({ kind }) => kind === "malformed_file" || kind === "malformed_member");
  const letters =
    unusable.length === 0
      ? []
      : await writer.setAside(unusable, { run_id: run.run_id, at: world.now().toISOString() });
  const buried = letters.map((letter) => deadOutcome(letter, store.scope));
  run.settle(buried);

  const fresh = candidates.filter(({ candidate }) => !seen.has(candidate.candidate_id));
  const done = await settledAmong(held, fresh);
  if (done.size > 0) await writer.consume({ settled: done, changed: [] });
  if (seen.size === 0) await dropAnsweredLetters(held);
  return { queue: fresh.filter(({ candidate }) => !done.has(candidate.candidate_id)), buried };
}

async function settledAmong(
  { store }: Held,
  staged: readonly StagedCandidate[],
): Promise<Map<string, number>> {
  const settled = await store.settled(staged.map(({ candidate }) => candidate.candidate_id));
  const done = new Map<string, number>();
  for (const { candidate } of staged) {
    const known = settled.get(candidate.candidate_id);
    if (known !== undefined && known.round >= (candidate.round ?? 0))
      done.set(candidate.candidate_id, known.round);
  }
  return done;
}

/** A dead letter whose candidate is in a record or in the ledger was being recovered when its process died. */
async function dropAnsweredLetters({ store, writer }: Held): Promise<void> {
  const letters = (await store.deadLetters()).letters.filter(({ kind }) => kind === "attempts_exhausted");
  if (letters.length === 0) return;
  const settled = await store.settled(letters.map(({ candidate_id }) => candidate_id));
  const answered = letters.filter(({ candidate_id, candidate }) => {
    const known = settled.get(candidate_id);
    return known !== undefined && known.round >= (candidate?.round ?? 0);
  });
  if (answered.length > 0) await writer.removeDeadLetters(answered.map(({ candidate_id }) => candidate_id));
}

function deadOutcome(letter: DeadLetter, scope: OutcomeRow["scope"]): OutcomeRow {
  return {
    candidate_id: letter.candidate_id,
    ...(letter.category && { category: letter.category }),
    scope,
    fate: "dead_lettered",
    reason: letter.reason,
  };
}
