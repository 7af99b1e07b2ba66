import { redact, type Transcript, textHash } from "@holdfast/schema";

/**
 * The key of each turn, by its content: who said it, when, and what. A session that is resumed, forked or copied to another file gives
 * the same keys, so it teaches the same turns once. Where no time is known, or a copy gets new ones, the how-manieth time it is said
 * stands in its place. Secrets do not enter a key. Linear.
 */
export function turnKeys({
  turns,
  restamped = false,
}: Pick<Transcript, "turns" | "restamped">): readonly string[] {
  const said = new Map<string, number>();
  return turns.map(({ role, at, text, calls }) => {
    // A call without words is known by what was called.
    const clean = redact(text === "" ? JSON.stringify(calls ?? []) : text).text;
    if (at !== undefined && !restamped) return textHash(JSON.stringify([role, at, clean]));
    const words = textHash(JSON.stringify([role, clean]));
    const before = said.get(words) ?? 0;
    said.set(words, before + 1);
    return textHash(JSON.stringify([words, before]));
  });
}
