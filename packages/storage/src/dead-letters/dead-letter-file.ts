import { type DeadLetter, deadLetterSchema, fileId, type Problem, schemaVersion } from "@holdfast/schema";
import { jsonOf } from "../disk/lines.ts";
import { isEarlierLetter } from "../earlier-system.ts";

/** The name of a dead letter's file. An id that is no plain name is named by its hash, so that it stays in the folder. */
export function deadLetterName(candidateId: string): string {
  return `${/^[A-Za-z0-9_-]{1,100}$/.test(candidateId) ? candidateId : fileId(candidateId)}.json`;
}

export function renderDeadLetter(letter: DeadLetter): string {
  return `${JSON.stringify(letter, null, 2)}\n`;
}

export type DeadLetterRead =
  | { readonly kind: "letter"; readonly letter: DeadLetter }
  | { readonly kind: "problem"; readonly problem: Problem };

/** Reads a dead letter. One that can't be read stays where it is. Never throws. */
export function readDeadLetter(bytes: Uint8Array, name: string): DeadLetterRead {
  const path = `deadletter/${name}`;
  const value = jsonOf(bytes);
  const read = deadLetterSchema.safeParse(value);
  if (read.success) return { kind: "letter", letter: read.data };
  if (isNewer(value)) {
    const message = `${path} was written by a newer version. It stays as it is.`;
    return { kind: "problem", problem: { kind: "newer", path, message } };
  }
  if (isEarlierLetter(value)) {
    const message = `${path} was written by the earlier memory system. It stays as it is.`;
    return { kind: "problem", problem: { kind: "earlier", path, message } };
  }
  const issue = read.error.issues[0];
  const where =
    value === undefined ? "it is not JSON" : `${issue?.path.join(".") || "it"}: ${issue?.message}`;
  const message = `${path} can't be read: ${where}. It stays as it is.`;
  return { kind: "problem", problem: { kind: "unreadable", path, message } };
}

/** True for a value of one of our formats that a newer version wrote. */
export function isNewer(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("schemaVersion" in value)) return false;
  return typeof value.schemaVersion === "number" && value.schemaVersion > schemaVersion;
}
