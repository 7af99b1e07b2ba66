import { join } from "node:path";
import { type DeadLetter, type Disk, fileId } from "@holdfast/schema";
import { replaceDurably } from "../disk/durable.ts";
import { deadLetterName, readDeadLetter, renderDeadLetter } from "./dead-letter-file.ts";

/**
 * Makes a dead letter durable, never over something else: a letter of the same candidate is replaced, but one that holds other words
 * than this malformed one, one of a newer version and what is no letter keep their name, and this one is named by its content. Gives back
 * the letter under the id it can be recovered by.
 */
export async function writeLetter(disk: Disk, folder: string, letter: DeadLetter): Promise<DeadLetter> {
  const named = await firstFree(disk, folder, letter);
  const bytes = new TextEncoder().encode(renderDeadLetter(named));
  await replaceDurably(disk, join(folder, deadLetterName(named.candidate_id)), bytes);
  return named;
}

async function firstFree(disk: Disk, folder: string, letter: DeadLetter): Promise<DeadLetter> {
  const content = JSON.stringify(letter.raw ?? letter.candidate);
  for (let attempt = 0; ; attempt++) {
    const candidate_id =
      attempt === 0 ? letter.candidate_id : fileId(`${content}${attempt > 1 ? attempt : ""}`);
    const known = await letterAt(disk, join(folder, deadLetterName(candidate_id)));
    if (known === "free" || (known !== "taken" && isSame(known, letter))) return { ...letter, candidate_id };
  }
}

function isSame(known: DeadLetter, letter: DeadLetter): boolean {
  return letter.kind === "malformed" ? known.raw === letter.raw : known.kind === "attempts_exhausted";
}

async function letterAt(disk: Disk, path: string): Promise<DeadLetter | "free" | "taken"> {
  const stat = await disk.stat(path);
  if (stat === undefined) return "free";
  const bytes = stat.kind === "file" ? await disk.read(path) : undefined;
  const read = bytes && readDeadLetter(bytes, path);
  return read?.kind === "letter" ? read.letter : "taken";
}
