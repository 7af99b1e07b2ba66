import { redact, type Turn, textHash } from "@holdfast/schema";

/**
 * The key of a turn by its content: who said it, when (its id when no time is known) and what. A session that is resumed,
 * forked or copied to another file gives the same keys, so it teaches the same turns once. Secrets do not enter it.
 */
export function turnKey(turn: Turn): string {
  return textHash(JSON.stringify([turn.role, turn.at ?? turn.id, redact(turn.text).text]));
}
