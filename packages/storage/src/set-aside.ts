import { join } from "node:path";
import { type DeadLetter, type Disk, fileId, type Problem, redactDeep } from "@holdfast/schema";
import { deadLetterOf } from "./dead-letters/dead-letter-of.ts";
import { writeLetter } from "./dead-letters/write-letter.ts";
import { replaceDurably } from "./disk/durable.ts";
import { readWaiting } from "./read-waiting.ts";
import { withoutMembers } from "./staging/edit-staging-file.ts";
import { rawOf } from "./staging/raw-of.ts";
import type { StoreParts } from "./store-parts.ts";

/**
 * Moves what can't be read out of the waiting room: first each becomes a durable dead letter, then it leaves staging. Dying in between leaves it in
 * both places; the next run makes the same letter again.
 */
export async function setAside(
  parts: StoreParts,
  problems: readonly Problem[],
  run: { run_id: string; at: string },
): Promise<DeadLetter[]> {
  const { disk, paths } = parts;
  const buried = problems.map((problem) => redactLetter(deadLetterOf(problem, run)));
  const elsewhere = await keptElsewhere(parts, buried);
  const letters: DeadLetter[] = [];
  for (const [path, inFile] of byPath(problems)) {
    for (const problem of inFile) {
      const letter = redactLetter(deadLetterOf(problem, run));
      const named = elsewhere.has(letter.candidate_id)
        ? { ...letter, candidate_id: fileId(letter.raw ?? "") }
        : letter;
      letters.push(await writeLetter(disk, paths.deadLetters, named));
    }
    await leaveStaging(disk, join(paths.dir, path), inFile);
  }
  return letters;
}

/** Candidates that wait or are settled as they should be: a malformed copy of one is not that candidate. */
async function keptElsewhere(
  { disk, paths, index }: StoreParts,
  letters: readonly DeadLetter[],
): Promise<Set<string>> {
  const { candidates } = await readWaiting(disk, paths.staging);
  const settled = await index.settled(letters.map(({ candidate_id }) => candidate_id));
  return new Set([...candidates.map(({ candidate }) => candidate.candidate_id), ...settled.keys()]);
}

/** Bytes that are no text are kept as they are: there is no text to find a secret in. */
function redactLetter(letter: DeadLetter): DeadLetter {
  return letter.raw_encoding === "base64" ? letter : redactDeep(letter);
}

async function leaveStaging(disk: Disk, path: string, problems: readonly Problem[]): Promise<void> {
  const bytes = await disk.read(path);
  if (bytes === undefined) return;
  if (problems.some(({ kind }) => kind === "malformed_file")) {
    // A person may be correcting it at this moment: only what is safe as a dead letter goes.
    if (problems.some(({ raw }) => raw === rawOf(bytes).raw)) await disk.unlink(path);
    return;
  }
  const edit = withoutMembers(bytes, problems);
  if (edit.kind === "empty") await disk.unlink(path);
  else if (edit.kind === "rewritten") await replaceDurably(disk, path, edit.bytes);
}

function byPath(problems: readonly Problem[]): Map<string, Problem[]> {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) groups.set(problem.path, [...(groups.get(problem.path) ?? []), problem]);
  return groups;
}
