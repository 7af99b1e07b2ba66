import { join } from "node:path";
import type { Disk, Problem, StagedCandidate } from "@holdfast/schema";
import { isTempName } from "./disk/durable.ts";
import { readOrProblem } from "./read-or-problem.ts";
import { mergeCopies } from "./staging/merge-copies.ts";
import { readStagingFile } from "./staging/staging-file.ts";

export interface Waiting {
  /** Each candidate once, oldest observation first. */
  readonly candidates: StagedCandidate[];
  readonly problems: Problem[];
  /** The names of the files that each candidate waits in. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** Reads the waiting room. What can't be read is a problem; nothing is changed. */
export async function readWaiting(disk: Disk, folder: string): Promise<Waiting> {
  const found: StagedCandidate[] = [];
  const problems: Problem[] = [];
  for (const name of await disk.list(folder)) {
    if (isTempName(name)) continue;
    const path = join(folder, name);
    if ((await disk.stat(path))?.kind !== "file" || !name.endsWith(".json")) {
      problems.push({
        kind: "stray",
        path: `staging/${name}`,
        message: `staging/${name} is no staging file. It stays as it is.`,
      });
      continue;
    }
    const read = await readOrProblem(disk, path, `staging/${name}`);
    if (read === undefined) continue; // settled since the names were listed
    if ("problem" in read) {
      problems.push(read.problem);
      continue;
    }
    const file = readStagingFile(read.bytes, name);
    found.push(...file.staged);
    problems.push(...file.problems);
  }
  const candidates = [...mergeCopies(found).kept].sort(byAge);
  return { candidates, problems, files: filesOf(found) };
}

function byAge({ candidate: a }: StagedCandidate, { candidate: b }: StagedCandidate): number {
  return (
    Date.parse(a.observed_at) - Date.parse(b.observed_at) || a.candidate_id.localeCompare(b.candidate_id)
  );
}

function filesOf(found: readonly StagedCandidate[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { candidate, file } of found) {
    const known = files.get(candidate.candidate_id);
    if (known) known.push(file);
    else files.set(candidate.candidate_id, [file]);
  }
  return files;
}
