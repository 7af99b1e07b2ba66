import { estimateTokens, inert, type Turn, textHash } from "@holdfast/schema";
import { splitText } from "./split-text.ts";

/** A turn as a model is shown it, or a part of a turn that no window holds whole. */
export interface Passage {
  readonly turn: Turn;
  /** The key of the turn, or of this part of it. */
  readonly key: string;
  readonly part?: { readonly number: number; readonly of: number };
  /** Its text without secrets and control characters: in one piece, or its beginning and its end. */
  readonly pieces: readonly string[];
  /** How many characters are not shown between the pieces. */
  readonly leftOut: number;
  /** The calls that are shown, each in one line, and how many are not. */
  readonly calls: readonly string[];
  readonly callsLeftOut: number;
  /** About how many tokens it takes, its heading included. */
  readonly tokens: number;
}

/** Of a window, no turn of a person takes more than this without being parted, and no other turn more than the second. */
const share = { person: 0.7, agent: 0.4 };

/**
 * Tool results are noise first: so many characters of one are shown; of one that failed more, for that is where lessons are; of what stands in a
 * file anyway less.
 */
const toolCharacters = { worked: 600, failed: 1_500, file: 240 };
const mostCalls = 8;
const callCharacters = 160;
const headingTokens = 24;

/**
 * A turn as passages for windows of so many tokens. Words of a person are never shortened: a turn that is too long for any window becomes
 * parts, each with a key of its own. What an agent says is shortened in the middle where it would fill a window; what a tool printed is
 * shortened always.
 */
export function passagesOf(turn: Turn, key: string, windowTokens: number): Passage[] {
  const text = inert(turn.text);
  const calls = (turn.calls ?? []).map(({ tool, input }) => oneLine(`${tool}: ${input}`));
  const shown = { calls: calls.slice(0, mostCalls), callsLeftOut: Math.max(0, calls.length - mostCalls) };
  const passage = (pieces: readonly string[], of: Partial<Passage> = {}): Passage => {
    const tokens = headingTokens + estimateTokens([...pieces, ...shown.calls].join("\n"));
    return { turn, key, pieces, leftOut: 0, ...shown, tokens, ...of };
  };
  if (turn.role === "user") {
    const parts = splitText(text, Math.floor(windowTokens * share.person));
    if (parts.length <= 1) return [passage([text])];
    return parts.map((part, index) =>
      passage([part], {
        key: textHash(JSON.stringify([key, index, part])),
        part: { number: index + 1, of: parts.length },
      }),
    );
  }
  const most =
    turn.role === "tool"
      ? toolCharacters[turn.failed ? "failed" : turn.shows_file ? "file" : "worked"]
      : charactersWithin(text, Math.floor(windowTokens * share.agent));
  const pieces = endsOf(text, most);
  return [passage(pieces, { leftOut: text.length - pieces.join("").length })];
}

/** The keys of the parts of turns that no window holds whole. */
export function partKeys(
  turns: readonly Turn[],
  keys: readonly string[],
  windowTokens: number,
): readonly string[] {
  return turns.flatMap((turn, index) => {
    if (turn.role !== "user" || turn.text.length <= windowTokens * share.person) return [];
    return passagesOf(turn, keys[index]!, windowTokens).flatMap(({ key, part }) => (part ? [key] : []));
  });
}

/** A passage in about so many tokens: its beginning and its end, without its calls. */
export function shortenPassage(passage: Passage, tokens: number): Passage {
  const text = passage.pieces.join("\n");
  const pieces = endsOf(text, charactersWithin(text, Math.max(1, tokens - headingTokens)));
  const shown = pieces.join("");
  return {
    ...passage,
    pieces,
    leftOut: passage.leftOut + text.length - shown.length,
    calls: [],
    callsLeftOut: passage.callsLeftOut + passage.calls.length,
    tokens: headingTokens + estimateTokens(shown),
  };
}

function endsOf(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const start = text.slice(0, Math.ceil((most * 2) / 3)).toWellFormed();
  const end = text.slice(text.length - Math.floor(most / 3)).toWellFormed();
  return [start, end];
}

/** So many characters of this text take about so many tokens. */
function charactersWithin(text: string, tokens: number): number {
  const all = estimateTokens(text);
  return all <= tokens ? text.length : Math.floor((text.length * tokens) / all);
}

function oneLine(call: string): string {
  const line = inert(call).replace(/\s+/gu, " ").trim();
  return line.length <= callCharacters ? line : `${line.slice(0, callCharacters - 1).toWellFormed()}\u2026`;
}
