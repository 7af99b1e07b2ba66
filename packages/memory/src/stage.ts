import {
  type Already,
  type Candidate,
  groupOf,
  type HoldfastError,
  isHoldfastError,
  type Refused,
  readProposal,
  type StageResult,
  type StagingFile,
  type Store,
  schemaVersion,
  scopes,
  type Trust,
} from "@holdfast/schema";
import { storeOf, type World } from "./world.ts";

export interface StageRequest {
  /** Groups the candidates; part of their ids. */
  readonly sessionId: string;
  /** `{lessons, preferences, decisions, domain}`. */
  readonly candidates: unknown;
  /** Who proposes: `agent` unless said otherwise. */
  readonly source?: Trust | undefined;
  /** The person insists: stage it although the same text was settled, dropped or forgotten before. */
  readonly again?: boolean | undefined;
}

/**
 * Puts what is valid of a proposal into the waiting room. Durable when it returns: each id in `staged` will be in a record, the
 * ledger, staging or the dead letters for ever after. Takes no lock. Throws `invalid_candidates` when the whole
 * has no known shape; dying here leaves a file whole or none.
 */
export async function stage(world: World, request: StageRequest): Promise<StageResult> {
  const { candidates, refused, notes } = readProposal(request.candidates, {
    sessionId: request.sessionId,
    trust: request.source ?? "agent",
    observedAt: world.now().toISOString(),
  });
  return stageCandidates(world, { ...request, found: candidates, refused, notes });
}

/** Stages candidates that were read already, each in the store of its scope. */
export async function stageCandidates(
  world: World,
  request: Omit<StageRequest, "candidates"> & {
    readonly found: readonly Candidate[];
    readonly refused: readonly Refused[];
    readonly notes: readonly Refused[];
  },
): Promise<StageResult> {
  const staged: string[] = [];
  const already: Already[] = [];
  const notes = [...request.notes];
  const failed: { readonly error: HoldfastError; readonly candidates: readonly Candidate[] }[] = [];
  for (const scope of scopes) {
    const mine = request.found.filter((candidate) => candidate.scope_suggestion === scope);
    if (mine.length === 0) continue;
    const result = await stageIn(storeOf(world, scope), mine, world, request).catch((error: unknown) => {
      if (!isHoldfastError(error)) throw error;
      failed.push({ error, candidates: mine });
    });
    if (result === undefined) continue;
    staged.push(...result.staged);
    already.push(...result.already);
    for (const known of result.already) notes.push(...(await whyNotTaken(storeOf(world, scope), known)));
  }
  const [first] = failed;
  if (first !== undefined && staged.length + already.length === 0) throw first.error;
  // One store that can't be written costs only what was for it.
  const refused = failed.flatMap(({ error, candidates }) =>
    candidates.map(({ summary }) => ({ path: summary, message: `${error.message} ${error.hint}` })),
  );
  return { staged, already, refused: [...request.refused, ...refused], notes };
}

async function stageIn(
  store: Store,
  candidates: readonly Candidate[],
  world: World,
  request: { sessionId: string; source?: Trust | undefined; again?: boolean | undefined },
) {
  const rounded = request.again ? await nextRound(store, candidates) : candidates;
  return store.stage(
    stagingFileOf(rounded, {
      session_id: request.sessionId,
      produced_at: world.now().toISOString(),
      project_root: world.projectRoot,
      source: request.source ?? "agent",
    }),
  );
}

/** What a person decided about a text that is known already: it is not taken, and how it would be. */
async function whyNotTaken(store: Store, { id, place, record_id }: Already): Promise<Refused[]> {
  if (place === "record" && record_id !== undefined) {
    const row = (await store.findRecords(record_id)).find((one) => one.id === record_id);
    if (row?.status !== "archived") return [];
    const way = row.forgotten === undefined ? `\`holdfast restore ${row.id}\` brings it back; ` : "";
    const what = row.forgotten === undefined ? "archived" : "forgotten";
    return [
      {
        path: id,
        message: `Not taken: you have ${what} it. ${way}\`holdfast remember --again\` takes it anew.`,
      },
    ];
  }
  if (place !== "ledger") return [];
  const line = (await store.findLedger(id)).filter((one) => one.candidate_id === id).at(-1);
  return line?.fate === "discard"
    ? [{ path: id, message: `Not taken: ${line.reason}. \`holdfast remember --again\` takes it anew.` }]
    : [];
}

/** A candidate staged again on purpose is not settled by its earlier outcomes. */
export async function nextRound(store: Store, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const settled = await store.settled(candidates.map(({ candidate_id }) => candidate_id));
  return candidates.map((candidate) => ({
    ...candidate,
    round: (settled.get(candidate.candidate_id)?.round ?? 0) + 1,
  }));
}

/** One save as it lies in the waiting room. */
export function stagingFileOf(
  candidates: readonly Candidate[],
  save: Pick<StagingFile, "session_id" | "produced_at" | "project_root" | "source">,
): StagingFile {
  const file: StagingFile = {
    schemaVersion,
    ...save,
    candidates: { lessons: [], preferences: [], decisions: [], domain: [] },
  };
  for (const candidate of candidates) file.candidates[groupOf[candidate.category]].push(candidate);
  return file;
}
