import { join } from "node:path";
import type { DeadLetter, Disk, Problem } from "@holdfast/schema";
import { readDeadLetter } from "./dead-letters/dead-letter-file.ts";
import { isTempName } from "./disk/durable.ts";
import { readOrProblem } from "./read-or-problem.ts";

/** Every dead letter, newest first. One that can't be read is a problem and stays. */
export async function readDeadLetters(
  disk: Disk,
  folder: string,
): Promise<{ letters: DeadLetter[]; problems: Problem[] }> {
  const letters: DeadLetter[] = [];
  const problems: Problem[] = [];
  for (const name of await disk.list(folder)) {
    if (isTempName(name)) continue;
    const path = join(folder, name);
    const kind = (await disk.stat(path))?.kind;
    if (kind !== "file" || !name.endsWith(".json")) {
      if (kind !== undefined) problems.push(stray(name));
      continue;
    }
    const read = await readOrProblem(disk, path, `deadletter/${name}`);
    if (read === undefined) continue;
    const letter = "problem" in read ? read : readDeadLetter(read.bytes, name);
    if ("letter" in letter) letters.push(letter.letter);
    else problems.push(letter.problem);
  }
  return { letters: letters.sort((a, b) => b.at.localeCompare(a.at)), problems };
}

function stray(name: string): Problem {
  const path = `deadletter/${name}`;
  return { kind: "stray", path, message: `${path} is no dead letter. It stays as it is.` };
}
