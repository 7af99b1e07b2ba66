import type { Turn } from "@holdfast/schema";
import { hasCue } from "../rules/cue-words.ts";
import type { Window } from "./plan-windows.ts";

/**
 * Why these turns need no model, in words; undefined when they may teach something. Deliberately slow to say so: a turn of a person with more
 * than a few words, or a tool that failed, is always worth reading. What no person said and nothing contradicted is work that the
 * code itself shows.
 */
export function nothingToLearn(turns: readonly Turn[]): string | undefined {
  if (turns.every(({ text, calls }) => text.trim() === "" && (calls ?? []).length === 0))
    return "there is nothing in it to read";
  if (turns.some(({ role, failed }) => role === "tool" && failed === true)) return undefined;
  const said = turns.filter(({ role }) => role === "user");
  if (said.length === 0) return "no person says anything in it, and nothing failed";
  return said.every(({ text }) => isShort(text) && !hasCue(text))
    ? "a person only says a word or two in it, and nothing failed"
    : undefined;
}

/** The same of what is new in a window. */
export function nothingNewToLearn({ passages }: Window): string | undefined {
  const fresh = passages.filter(({ isNew }) => isNew);
  return nothingToLearn(fresh.map(({ turn, pieces }) => ({ ...turn, text: pieces.join("\n") })));
}

/** A slash command, or a few words: "go on", "yes please", "commit this". */
function isShort(text: string): boolean {
  const said = text.trim();
  if (/^\/[\w:-]+(?:\s+\S+)?$/u.test(said)) return true;
  const wide = said.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return wide < 6 && said.split(/\s+/u).length <= 4 && said.length <= 60;
}
