import type { Found } from "@holdfast/extraction";
import { type Candidate, type Refused, readCandidate, type StageResult } from "@holdfast/schema";
import { stageCandidates } from "../stage.ts";
import { storesOf, type World } from "../world.ts";

/** What was read at once, and what it taught. */
export interface ReadTogether {
  readonly sessionId: string;
  readonly found: readonly Found[];
  /** Keys that count as read from now on. */
  readonly keys: readonly string[];
}

/** What became of it. */
export interface Committed {
  readonly candidates: number;
  readonly stage: StageResult;
  /** What staging could not take, each with the reason. */
  readonly refused: readonly Refused[];
}

/**
 * Stages what was found, and then remembers the turns as read: in this order, so that dying anywhere loses nothing. What is about to be staged is
 * written down before, so that the turns count as read once it was staged, although nobody lived to say so.
 */
export async function commitReading(
  world: World,
  { sessionId, found, keys }: ReadTogether,
): Promise<Committed> {
  const { candidates, refused, notes } = candidatesFrom(world, found, sessionId);
  const at = world.now().toISOString();
  if (candidates.length > 0) {
    const ids = candidates.map(({ candidate_id }) => candidate_id);
    await world.project.beginReading({ keys, candidates: ids, session_id: sessionId, at });
  }
  const stage = await stageCandidates(world, {
    sessionId,
    source: "derived",
    found: candidates,
    refused: [],
    notes,
  });
  await world.project.markRead(keys.map((key) => ({ key, session_id: sessionId, at })));
  return { candidates: candidates.length, stage, refused };
}

/** Remembers turns as read whose candidates were all staged by someone who died before it could say so. */
export async function finishReadings(world: World): Promise<void> {
  const begun = await world.project.readingsBegun();
  if (begun.length === 0) return;
  const known = await knownCandidates(
    world,
    begun.flatMap(({ candidates }) => candidates),
  );
  const at = world.now().toISOString();
  for (const { keys, candidates, session_id } of begun) {
    if (candidates.every((id) => known.has(id)))
      await world.project.markRead(keys.map((key) => ({ key, session_id, at })));
  }
}

/** Those of the candidates that are staged, settled or dead somewhere. */
async function knownCandidates(world: World, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const store of storesOf(world)) {
    const { candidates } = await store.staged();
    const { letters } = await store.deadLetters();
    for (const { candidate } of candidates) known.add(candidate.candidate_id);
    for (const { candidate_id } of letters) known.add(candidate_id);
    for (const id of (await store.settled(ids)).keys()) known.add(id);
  }
  return known;
}

function candidatesFrom(world: World, found: readonly Found[], sessionId: string) {
  const candidates = new Map<string, Candidate>();
  const refused: Refused[] = [];
  const notes: Refused[] = [];
  for (const [index, { category, proposal, observed_at }] of found.entries()) {
    const read = readCandidate(category, proposal, `found[${index}]`, {
      sessionId,
      trust: "derived",
      observedAt: observed_at ?? world.now().toISOString(),
    });
    notes.push(...read.notes.filter(({ message }) => message.startsWith("Taken out")));
    if (read.kind === "candidate") candidates.set(read.candidate.candidate_id, read.candidate);
    else refused.push(...read.refused);
  }
  return { candidates: [...candidates.values()], refused, notes };
}
