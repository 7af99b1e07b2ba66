import { join } from "node:path";
import { type DeadLetter, type Disk, fileId, type Problem, redactDeep } from "@holdfast/schema";
import { deadLetterName, readDeadLetter, renderDeadLetter } from "./dead-letters/dead-letter-file.ts";
import { deadLetterOf } from "./dead-letters/dead-letter-of.ts";
import { replaceDurably } from "./disk/durable.ts";
import { withoutMembers } from "./staging/edit-staging-file.ts";
import type { StorePaths } from "./store-paths.ts";

/**
 * Moves what can't be read out of the waiting room: first each becomes a durable dead letter, then it leaves staging. Dying in between leaves it in
 * both places; the next run makes the same letter again.
 */
export async function setAside(
  disk: Disk,
  paths: StorePaths,
  problems: readonly Problem[],
  run: { run_id: string; at: string },
): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for (const [path, inFile] of byPath(problems)) {
    for (const problem of inFile)
      letters.push(await bury(disk, paths, redactDeep(deadLetterOf(problem, run))));
    await leaveStaging(disk, join(paths.dir, path), inFile);
  }
  return letters;
}

/** Never over a letter that holds something else: that one has the name, and this one is named by its content. */
async function bury(disk: Disk, paths: StorePaths, letter: DeadLetter): Promise<DeadLetter> {
  const pathOf = (id: string) => join(paths.deadLetters, deadLetterName(id));
  const known = await letterAt(disk, pathOf(letter.candidate_id));
  const isTaken = known !== undefined && known.raw !== letter.raw;
  const buried = isTaken ? { ...letter, candidate_id: fileId(letter.raw ?? "") } : letter;
  await replaceDurably(disk, pathOf(buried.candidate_id), new TextEncoder().encode(renderDeadLetter(buried)));
  return buried;
}

async function letterAt(disk: Disk, path: string): Promise<DeadLetter | undefined> {
  const bytes = await disk.read(path);
  const read = bytes && readDeadLetter(bytes, path);
  return read?.kind === "letter" ? read.letter : undefined;
}

async function leaveStaging(disk: Disk, path: string, problems: readonly Problem[]): Promise<void> {
  const bytes = await disk.read(path);
  if (bytes === undefined) return;
  if (problems.some(({ kind }) => kind === "malformed_file")) {
    // A person may be correcting it at this moment: only what is safe as a dead letter goes.
    if (problems.some(({ raw }) => raw === new TextDecoder().decode(bytes))) await disk.unlink(path);
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
