import {
  type Candidate,
  type Category,
  candidateSchema,
  type DeadLetter,
  type HoldfastError,
  isHoldfastError,
  type LedgerLine,
  type ProposalContext,
  type Recovered,
  readCandidate,
  readProposal,
  runId,
  type Store,
  type Writer,
} from "@holdfast/schema";
import { inEachStore, theOneId } from "./find-id.ts";
import { inWritersPlace } from "./in-writers-place.ts";
import { nextRound, stagingFileOf } from "./stage.ts";
import { storesOf, type World } from "./world.ts";

export type RecoverRequest = { readonly ids: readonly string[] } | { readonly all: true };

/**
 * Brings dead letters, and discarded candidates named by id, back to staging with their count at 0. A dead letter is removed only
 * once its candidate is durable in staging, so dying in between leaves it in both places and repeating finishes.
 */
export async function recover(world: World, request: RecoverRequest): Promise<Recovered> {
  const result: Recovered = { recovered: [], left: [] };
  const wanted = "all" in request ? undefined : await resolveIds(world, request.ids, result.left);
  for (const store of storesOf(world)) {
    const { letters, problems } = await store.deadLetters();
    if (wanted === undefined) {
      const ours = problems.filter(({ kind }) => kind !== "earlier");
      result.left.push(...ours.map(({ path, message }) => ({ id: path, reason: message })));
    }
    const chosen = letters.filter((letter) => wanted?.has(letter.candidate_id) ?? true);
    const discarded = wanted === undefined ? [] : await discardedIn(store, wanted, chosen, result.left);
    if (chosen.length === 0 && discarded.length === 0) continue;
    const run_id = runId(world.now(), world.randomHex());
    await inWritersPlace(store, { command: "recover", run_id }, async (writer) => {
      const { candidates } = await store.staged();
      const waiting = new Set(candidates.map(({ candidate }) => candidate.candidate_id));
      for (const letter of chosen) await recoverLetter(world, { store, writer, waiting }, letter, result);
      for (const line of discarded) await recoverDiscarded(world, store, line, result);
    });
  }
  return result;
}

/** Whole ids for the given ids or starts of ids, among dead letters and discarded candidates. */
async function resolveIds(
  world: World,
  ids: readonly string[],
  left: Recovered["left"],
): Promise<Set<string>> {
  const wanted = new Set<string>();
  for (const id of ids) {
    const matches = await inEachStore(world, async (store) => {
      const { letters } = await store.deadLetters();
      const dead = letters.map(({ candidate_id }) => candidate_id).filter((one) => one.startsWith(id));
      return [...dead, ...(await store.findLedger(id)).map(({ candidate_id }) => candidate_id)];
    });
    try {
      wanted.add(theOneId(matches, id, "dead letter or discarded candidate"));
    } catch (error) {
      if (!isHoldfastError(error, "not_found") && !isHoldfastError(error, "ambiguous_id")) throw error;
      left.push({ id, reason: `${error.message} ${whatIsNext(error)}` });
    }
  }
  return wanted;
}

/** Not the hint of the error: other ids of the same request may well be recovered. */
function whatIsNext({ code }: HoldfastError): string {
  return code === "ambiguous_id"
    ? "Give more of the id."
    : "`holdfast deadletter` shows what could not be saved, `holdfast runs RUN` what a run discarded.";
}

async function discardedIn(
  store: Store,
  wanted: ReadonlySet<string>,
  dead: readonly DeadLetter[],
  left: Recovered["left"],
): Promise<LedgerLine[]> {
  const chosen: LedgerLine[] = [];
  for (const id of wanted) {
    if (dead.some((letter) => letter.candidate_id === id)) continue;
    const line = (await store.findLedger(id)).filter((one) => one.candidate_id === id).at(-1);
    if (line === undefined) continue;
    if (line.fate === "duplicate") {
      left.push({ id, reason: `it confirmed ${line.record_id ?? "a record"}; nothing was lost` });
    } else chosen.push(line);
  }
  return chosen;
}

interface Place {
  readonly store: Store;
  readonly writer: Writer;
  /** Candidates that wait already. */
  readonly waiting: Set<string>;
}

async function recoverLetter(
  world: World,
  { store, writer, waiting }: Place,
  letter: DeadLetter,
  result: Recovered,
) {
  const candidates = letter.candidate ? [letter.candidate] : readRaw(letter.raw, letter, world);
  if (candidates.length === 0) {
    result.left.push({
      id: letter.candidate_id,
      reason: `correct its file in deadletter/, or drop it: it can't be read (${letter.reason})`,
    });
    return;
  }
  const missing = candidates.filter(({ candidate_id }) => !waiting.has(candidate_id));
  if (missing.length > 0) await restage(world, store, missing, letter.session_id, letter.project_root);
  for (const { candidate_id } of missing) waiting.add(candidate_id);
  await writer.removeDeadLetters([letter.candidate_id]);
  result.recovered.push(...candidates.map(({ candidate_id }) => candidate_id));
}

async function recoverDiscarded(
  world: World,
  store: Store,
  line: LedgerLine,
  result: Recovered,
): Promise<void> {
  if ("forgotten" in line.candidate) {
    result.left.push({ id: line.candidate_id, reason: "its text was erased" });
    return;
  }
  const candidates =
    "unreadable" in line.candidate ? readRaw(line.candidate.raw, line, world) : [line.candidate];
  if (candidates.length === 0) {
    result.left.push({ id: line.candidate_id, reason: "it can't be read" });
    return;
  }
  await restage(world, store, await nextRound(store, candidates), line.session_id, undefined);
  result.recovered.push(...candidates.map(({ candidate_id }) => candidate_id));
}

async function restage(
  world: World,
  store: Store,
  candidates: readonly Candidate[],
  session_id: string,
  project_root: string | undefined,
): Promise<void> {
  await store.stage(
    stagingFileOf(candidates.map(fresh), {
      session_id,
      produced_at: world.now().toISOString(),
      project_root: project_root ?? world.projectRoot,
      source: candidates[0]?.trust ?? "agent",
    }),
    { revive: true },
  );
}

function fresh({ goes_alone: _, failed_alone: _failed, ...candidate }: Candidate): Candidate {
  return { ...candidate, reconcile_attempts: 0, last_violations: [] };
}

interface Unread {
  readonly session_id: string;
  readonly category?: Category | undefined;
}

/** Reads what was malformed once more: a person may have corrected it. All of it, or nothing: no part may get lost on the way. */
function readRaw(raw: string | undefined, of: Unread, world: World): readonly Candidate[] {
  const value = parseJson(raw ?? "");
  if (typeof value !== "object" || value === null) return [];
  const context = {
    sessionId: sessionIn(value) ?? of.session_id,
    trust: "derived",
    observedAt: world.now().toISOString(),
  } as const;
  return of.category ? readMember(of.category, value, context) : readFile(value, context);
}

/** What the host had written and is still sound stays: a stored id is never computed anew. */
function readMember(category: Category, value: object, context: ProposalContext): readonly Candidate[] {
  const whole = candidateSchema.safeParse(value);
  if (whole.success) return [whole.data];
  const read = readCandidate(category, value, "candidate", context);
  return read.kind === "candidate" ? [{ ...read.candidate, ...soundFields(value) }] : [];
}

const hostOwned = ["candidate_id", "observed_at", "trust", "round"] as const;

function soundFields(value: object): Partial<Candidate> {
  const fields = hostOwned.flatMap((key) => {
    const read = candidateSchema.shape[key].safeParse((value as { [key: string]: unknown })[key]);
    return read.success && read.data !== undefined ? [[key, read.data]] : [];
  });
  return Object.fromEntries(fields);
}

function sessionIn(value: object): string | undefined {
  return "session_id" in value && typeof value.session_id === "string" ? value.session_id : undefined;
}

function readFile(value: object, context: ProposalContext): readonly Candidate[] {
  try {
    const read = readProposal(value, context);
    return read.refused.length === 0 ? read.candidates.map((candidate) => withStored(candidate, value)) : [];
  } catch (error) {
    if (isHoldfastError(error, "invalid_candidates")) return [];
    throw error;
  }
}

/** The candidate as the file had it, where the file had one with the same words. */
function withStored(candidate: Candidate, file: object): Candidate {
  const groups = "candidates" in file && typeof file.candidates === "object" ? file.candidates : file;
  const members = Object.values(groups ?? {}).flatMap((group) => (Array.isArray(group) ? group : []));
  const stored = members.find(
    (member) => member?.summary === candidate.summary && member?.detail === candidate.detail,
  );
  return stored ? { ...candidate, ...soundFields(stored) } : candidate;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is an expected answer here: the letter is left as it is.
    return undefined;
  }
}
