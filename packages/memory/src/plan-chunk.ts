import {
  decide,
  type Founding,
  fitChunk,
  labelChunk,
  localRules,
  type Plan,
  settleCertain,
  type Triaged,
  triage,
} from "@holdfast/reconciler";
import {
  type Candidate,
  type Case,
  chunkCharacters,
  recordId,
  type StagedCandidate,
  type Store,
} from "@holdfast/schema";
import type { Held } from "./held.ts";

/**
 * What is to become of a chunk. What is certain goes first, alone: the others then meet it among their neighbours, and wait together until
 * they fill a chunk of their own. Nothing is changed yet.
 */
export async function planChunk(
  { store, world, run }: Held,
  staged: readonly StagedCandidate[],
  maxAttempts: number,
): Promise<Plan> {
  const founding = { run_id: run.run_id, now: world.now().toISOString() };
  const triaged: Triaged[] = [];
  for (const one of staged) triaged.push(await look(store, one));
  const { plan, ask } = settleCertain(triaged, founding);
  if (plan.settled.length > 0 || ask.length === 0) return withWaiting(plan, ask);
  return withWaiting(judge(ask, founding, maxAttempts), waitingOf(plan, ask));
}

/** A candidate with what is known around it now. */
async function look(
  store: Store,
  { candidate: staged, session_id, project_root }: StagedCandidate,
): Promise<Triaged> {
  const candidate = await withFreeId(store, staged);
  const similar = await store.similar(candidate);
  const said = triage(candidate, similar);
  return {
    candidate,
    session_id,
    project_root,
    neighbours: said.kind === "ask" ? said.neighbours : [],
    documents: similar.documents,
    frequency: similar.frequency,
    triage: said,
  };
}

/**
 * A record that a person made something else of may still have the id that this candidate would found: it keeps it, and the
 * candidate founds a record of its next round.
 */
async function withFreeId(store: Store, staged: Candidate): Promise<Candidate> {
  let candidate = staged;
  for (let round = (staged.round ?? 0) + 1; await isTaken(store, recordId(candidate)); round++) {
    candidate = { ...staged, round };
  }
  return candidate;
}

async function isTaken(store: Store, id: string): Promise<boolean> {
  return (await store.findRecords(id)).some((row) => row.id === id);
}

function judge(ask: readonly Case[], founding: Founding, maxAttempts: number): Plan {
  const chunk = labelChunk(fitChunk(ask, chunkCharacters));
  return decide({ ...founding, chunk, input: { actions: localRules(chunk) }, maxAttempts });
}

/** Those that were neither settled nor judged. */
function waitingOf(plan: Plan, ask: readonly Case[]): readonly Pick<Case, "candidate">[] {
  const judged = new Set(fitChunk(ask, chunkCharacters).map(({ candidate }) => candidate.candidate_id));
  const late = ask.filter(({ candidate }) => !judged.has(candidate.candidate_id));
  return [...late, ...plan.waiting.map((candidate) => ({ candidate }))];
}

function withWaiting(plan: Plan, more: readonly Pick<Case, "candidate">[]): Plan {
  return { ...plan, waiting: [...plan.waiting, ...more.map(({ candidate }) => candidate)] };
}
