import { join } from "node:path";
import { type Already, type Candidate, groups, redactDeep, type StagingFile } from "@holdfast/schema";
import { deadLetterName } from "./dead-letters/dead-letter-file.ts";
import { confirmDurable, createDurably } from "./disk/durable.ts";
import { prepareFolder } from "./prepare-folder.ts";
import { readStagingFile, renderStagingFile } from "./staging/staging-file.ts";
import { stagingName } from "./staging/staging-name.ts";
import type { StoreParts } from "./store-parts.ts";

/**
 * Puts a save into the waiting room, as one new file. Durable when it returns, whether a candidate was staged now or was known
 * already. Takes no lock. Its cost does not depend on what waits.
 */
export async function stageSave(
  parts: StoreParts,
  given: StagingFile,
  { revive = false }: { revive?: boolean } = {},
): Promise<{ staged: string[]; already: Already[] }> {
  const save = redactDeep(given);
  await prepareFolder(parts.disk, parts.paths);
  const all = groups.flatMap((group) => save.candidates[group]);
  const waiting = new Map<string, Already>();
  for (let attempt = 1; ; attempt++) {
    const already = new Map([...waiting, ...(await alreadyKnown(parts, all, revive))]);
    const fresh = all.filter(({ candidate_id }) => !already.has(candidate_id));
    if (already.size > 0) await confirmKnown(parts);
    if (fresh.length === 0) return { staged: [], already: [...already.values()] };
    const name = stagingName(save.session_id, fresh.map(stagingKey), attempt);
    const path = join(parts.paths.staging, name);
    const bytes = new TextEncoder().encode(renderStagingFile(withOnly(save, fresh)));
    const [created] = await createDurably(parts.disk, [{ path, bytes }]);
    if (created)
      return { staged: fresh.map(({ candidate_id }) => candidate_id), already: [...already.values()] };

    // The name is taken: by the same candidates, some of which may be settled by now, or by something else.
    const there = await waitingIn(parts, path);
    for (const candidate of fresh.filter((one) => there.has(stagingKey(one)))) {
      waiting.set(candidate.candidate_id, { id: candidate.candidate_id, place: "staging" });
    }
  }
}

async function alreadyKnown(
  { index, disk, paths }: StoreParts,
  candidates: readonly Candidate[],
  revive: boolean,
): Promise<Map<string, Already>> {
  const settled = await index.settled(candidates.map(({ candidate_id }) => candidate_id));
  const already = new Map<string, Already>();
  for (const { candidate_id: id, round = 0 } of candidates) {
    const known = settled.get(id);
    if (known !== undefined && known.round >= round) {
      already.set(id, { id, place: known.place, ...(known.record_id && { record_id: known.record_id }) });
    } else if (!revive && round === 0 && (await disk.stat(join(paths.deadLetters, deadLetterName(id))))) {
      already.set(id, { id, place: "dead_letter" });
    }
  }
  return already;
}

/** Whoever settled these may have died before its own sync. */
async function confirmKnown({ disk, paths }: StoreParts): Promise<void> {
  await confirmDurable(disk, { files: [paths.ledger], folders: [...paths.records, paths.deadLetters] });
}

function stagingKey({ candidate_id, round }: Candidate): string {
  return round === undefined ? candidate_id : `${candidate_id} ${round}`;
}

async function waitingIn({ disk }: StoreParts, path: string): Promise<Set<string>> {
  const bytes = (await disk.stat(path))?.kind === "file" ? await disk.read(path) : undefined;
  if (bytes === undefined) return new Set();
  return new Set(readStagingFile(bytes, path).staged.map(({ candidate }) => stagingKey(candidate)));
}

function withOnly(save: StagingFile, candidates: readonly Candidate[]): StagingFile {
  const kept = new Set(candidates);
  const only = (of: readonly Candidate[]) => of.filter((candidate) => kept.has(candidate));
  const { lessons, preferences, decisions, domain } = save.candidates;
  return {
    ...save,
    candidates: {
      lessons: only(lessons),
      preferences: only(preferences),
      decisions: only(decisions),
      domain: only(domain),
    },
  };
}
