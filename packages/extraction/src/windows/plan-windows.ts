import type { Turn } from "@holdfast/schema";
import { type Passage, passagesOf, shortenPassage } from "./passage.ts";

/** A passage at its place in a window. */
export interface WindowPassage extends Passage {
  /** `T1`, `T2`, ...: what it is called in this window. */
  readonly label: string;
  /** False for what is only shown so that the rest is understood: it was read before, or is read elsewhere. */
  readonly isNew: boolean;
}

/** A stretch of a session that is read at once. */
export interface Window {
  readonly passages: readonly WindowPassage[];
  /** About how many tokens its passages take. */
  readonly tokens: number;
  /** Keys of what is new in it: they count as read once this window was. */
  readonly keys: readonly string[];
}

/** How what is new of a session is to be read. */
export interface ReadingPlan {
  readonly windows: readonly Window[];
  /** Turns that no window holds whole: such a turn was read when all of its parts were. */
  readonly parted: readonly { readonly key: string; readonly parts: readonly string[] }[];
}

/** A session, and what is known of it. */
export interface Unread {
  readonly turns: readonly Turn[];
  /** Of each turn, in order. */
  readonly keys: readonly string[];
  /** Keys of turns, and of parts of turns, that were read before. */
  readonly read: ReadonlySet<string>;
  readonly windowTokens: number;
}

/** Of a window, so much may be what was read before. */
const overlap = 0.15;

/**
 * The windows in which the turns that were not read before are to be read, in order. Every new turn is new in exactly one window, unless it is
 * longer than any: then each of its parts is. A window begins with the turns before it, as far as they fit, and holds what was read before only where new turns stand on both sides of a short stretch of it. Pure: the same turns and the same `read` give the
 * same windows.
 */
export function planWindows({ turns, keys, read, windowTokens }: Unread): ReadingPlan {
  const perTurn = turns.map((turn, index) => passagesOf(turn, keys[index]!, windowTokens));
  const parted = perTurn.flatMap((passages, index) =>
    passages.length > 1 ? [{ key: keys[index]!, parts: passages.map(({ key }) => key) }] : [],
  );
  const passages = perTurn.flat();
  const isNew = perTurn.flatMap((parts, index) =>
    parts.map(({ key }) => !read.has(key) && !read.has(keys[index]!)),
  );
  const windows: Window[] = [];
  for (let at = isNew.indexOf(true); at >= 0; ) {
    const before = overlapBefore(passages.slice(0, at), windowTokens * overlap);
    const to = endOf(passages, isNew, { at, tokens: windowTokens - tokensOf(before), windowTokens });
    windows.push(
      windowOf([
        ...before.map((passage) => ({ ...passage, isNew: false })),
        ...passages.slice(at, to).map((passage, index) => ({ ...passage, isNew: isNew[at + index]! })),
      ]),
    );
    at = isNew.indexOf(true, to);
  }
  return { windows, parted };
}

/** Two windows, each with half of what is new in this one, or undefined when only one passage is. */
export function halveWindow({ passages }: Window): readonly [Window, Window] | undefined {
  const fresh = passages.flatMap(({ isNew }, index) => (isNew ? [index] : []));
  if (fresh.length < 2) return undefined;
  const middle = fresh[Math.ceil(fresh.length / 2)]!;
  const later = passages.slice(Math.max(0, middle - 2)).map((passage, index) => ({
    ...passage,
    isNew: passage.isNew && index >= Math.min(2, middle),
  }));
  return [windowOf(passages.slice(0, middle)), windowOf(later)];
}

/** The last passages, whole, as far as they fit into so many tokens; where not even one does, the last one shortened. */
function overlapBefore(passages: readonly Passage[], tokens: number): Passage[] {
  let from = passages.length;
  let left = tokens;
  while (from > 0 && passages[from - 1]!.tokens <= left) left -= passages[--from]!.tokens;
  const last = passages.at(-1);
  return from === passages.length && last !== undefined
    ? [shortenPassage(last, tokens)]
    : passages.slice(from);
}

/** Past the last new passage that fits, and before a long stretch of what was read before. */
function endOf(
  passages: readonly Passage[],
  isNew: readonly boolean[],
  { at, tokens, windowTokens }: { at: number; tokens: number; windowTokens: number },
): number {
  let left = tokens;
  let gap = 0;
  let end = at + 1;
  for (let next = at; next < passages.length; next++) {
    const passage = passages[next]!;
    left -= passage.tokens;
    if (next > at && left < 0) break;
    gap = isNew[next] ? 0 : gap + passage.tokens;
    if (gap > windowTokens * overlap) break;
    if (isNew[next]) end = next + 1;
  }
  return end;
}

function tokensOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { tokens }) => sum + tokens, 0);
}

function windowOf(shown: readonly (Passage & { readonly isNew: boolean })[]): Window {
  const passages = shown.map((passage, index) => ({ ...passage, label: `T${index + 1}` }));
  return {
    passages,
    tokens: tokensOf(passages),
    keys: passages.filter(({ isNew }) => isNew).map(({ key }) => key),
  };
}
