import {
  type Checked,
  checkActions,
  type Founding,
  fitChunk,
  fitPrompt,
  type LabelledChunk,
  labelChunk,
  localRules,
  type Plan,
  settle,
  settleCertain,
  type Triaged,
  triage,
} from "@holdfast/reconciler";
import {
  type Candidate,
  type Case,
  chunkCharacters,
  type MemoryRecord,
  type ModelFailure,
  type RecordRow,
  recordId,
  type StagedCandidate,
  type Store,
} from "@holdfast/schema";
import { type Asked, askModel } from "./ask-model.ts";
import type { Held } from "./held.ts";

/** What is to become of a chunk, or why its model gave no verdict on it. Nothing is changed yet. */
export type Planned =
  | {
      readonly kind: "plan";
      readonly plan: Plan;
      /** Candidates that stay staged without an attempt, each with why. */
      readonly left: ReadonlyMap<string, string>;
      /** How many a model was asked about. */
      readonly asked: number;
      readonly repaired: boolean;
    }
  | {
      readonly kind: "failed";
      readonly failure: ModelFailure;
      readonly message: string;
      readonly asked: readonly Candidate[];
    };

/**
 * Plans a chunk. What is certain goes first, alone: the others then meet it among their neighbours, and wait together until
 * they fill a chunk of their own.
 */
export async function planChunk(
  held: Held,
  staged: readonly StagedCandidate[],
  { maxAttempts, modelDown }: { maxAttempts: number; modelDown: string | undefined },
): Promise<Planned> {
  const founding = { run_id: held.run.run_id, now: held.world.now().toISOString() };
  const triaged: Triaged[] = [];
  for (const one of staged) triaged.push(await look(held.store, one));
  const { plan, ask } = settleCertain(triaged, founding);
  if (plan.settled.length > 0 || ask.length === 0) return planned(plan, ask);

  const { model } = held.run.adjudicator;
  if (modelDown !== undefined) return leave(plan, ask, modelDown);
  const mayAsk =
    model && held.asksOnlyFirst ? ask.filter((one) => held.first.has(one.candidate.candidate_id)) : ask;
  if (mayAsk.length === 0)
    return leave(plan, ask, "something similar is known: `reconcile` asks the model about it");
  const chosen = model ? fitPrompt(mayAsk, { today: founding.now }) : fitChunk(mayAsk, chunkCharacters);
  const late = ask.filter((one) => !chosen.includes(one));
  const chunk = labelChunk(chosen);
  if (!model)
    return planned(settleBy(chunk, byRules(chunk), { founding, maxAttempts }), [
      ...late,
      ...plan.waiting.map(asCase),
    ]);

  const asked = await askModel(held, model, chunk);
  if (asked.kind === "failed") return { ...asked, asked: chosen.map(({ candidate }) => candidate) };
  const checked = await withoutChanged(held.store, chunk, asked.checked);
  const judged = settleBy(chunk, checked, { founding, maxAttempts, shortened: asked.shortened });
  return judgedPlan(judged, asked, chunk, [...late, ...plan.waiting.map(asCase)]);
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

function byRules(chunk: LabelledChunk): Checked {
  return checkActions(chunk, { actions: localRules(chunk) });
}

function settleBy(
  chunk: LabelledChunk,
  checked: Checked,
  { founding, ...rest }: { founding: Founding; maxAttempts: number; shortened?: ReadonlySet<string> },
): Plan {
  return settle({ ...founding, ...rest, chunk, checked });
}

/** What a person changed while the model thought waits for the next chunk: the verdict was on another text. */
async function withoutChanged(store: Store, chunk: LabelledChunk, checked: Checked): Promise<Checked> {
  const changed = new Set<string>();
  for (const [label, record] of chunk.records) {
    const row = (await store.findRecords(record.id)).find(({ id }) => id === record.id);
    const isSame = row?.status === "current" && contentOf(row) === contentOf(record);
    if (!isSame) changed.add(label);
  }
  if (changed.size === 0) return checked;
  return {
    ...checked,
    accepted: checked.accepted.filter(({ action }) => !changed.has(action.target_id ?? "")),
  };
}

/** What a verdict rests on. */
function contentOf({
  summary,
  detail,
  why,
  alternatives,
  trust,
  triggers,
}: MemoryRecord | RecordRow): string {
  return JSON.stringify([summary, detail, why, alternatives, trust, triggers]);
}

function judgedPlan(
  plan: Plan,
  { repaired, unanswered }: Extract<Asked, { kind: "judged" }>,
  chunk: LabelledChunk,
  waiting: readonly Pick<Case, "candidate">[],
): Planned {
  const left = new Map<string, string>();
  for (const [label, why] of unanswered) {
    const id = chunk.cases.get(label)?.candidate.candidate_id;
    if (id !== undefined)
      left.set(id, `its action was rejected, and the call that sent it back failed: ${why}`);
  }
  const withLate = planned(
    { ...plan, waiting: plan.waiting.filter(({ candidate_id }) => !left.has(candidate_id)) },
    waiting,
  );
  return { ...withLate, left, asked: chunk.cases.size, repaired };
}

function leave(plan: Plan, ask: readonly Case[], why: string): Planned {
  return { ...planned(plan, []), left: new Map(ask.map(({ candidate }) => [candidate.candidate_id, why])) };
}

function planned(plan: Plan, late: readonly Pick<Case, "candidate">[]): Extract<Planned, { kind: "plan" }> {
  const waiting = [...plan.waiting, ...late.map(({ candidate }) => candidate)];
  return { kind: "plan", plan: { ...plan, waiting }, left: new Map(), asked: 0, repaired: false };
}

function asCase(candidate: Candidate): Pick<Case, "candidate"> {
  return { candidate };
}
