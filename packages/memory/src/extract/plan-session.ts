import { nothingToLearn, partKeys, planWindows, type ReadingPlan, turnKeys } from "@holdfast/extraction";
import type { Transcript } from "@holdfast/schema";
import type { World } from "../world.ts";

/** A session, what was read of it before, and how the rest is to be read. */
export interface PlannedSession {
  readonly transcript: Transcript;
  /** Of each turn, in order. */
  readonly keys: readonly string[];
  /** Keys of turns and parts of turns that were read before. */
  readonly read: ReadonlySet<string>;
  /** How many turns were read before. */
  readonly alreadyRead: number;
  readonly plan: ReadingPlan;
  /** Why none of it needs a model, where that is so. */
  readonly nothing: string | undefined;
}

/** Looks at what of a session is new. `again` reads everything anew. Nothing is written. */
export async function planSession(
  world: World,
  transcript: Transcript,
  { again }: { readonly again: boolean },
): Promise<PlannedSession> {
  const { windowTokens } = world.settings;
  const { turns } = transcript;
  const keys = turnKeys(transcript);
  const known = await world.project.turnsRead([...keys, ...partKeys(turns, keys, windowTokens)]);
  const read = again ? new Set<string>() : known;
  const fresh = turns.filter((_, index) => !read.has(keys[index]!));
  return {
    transcript,
    keys,
    read,
    alreadyRead: turns.length - fresh.length,
    plan: planWindows({ turns, keys, read, windowTokens }),
    nothing: nothingNew(turns.length, fresh.length) ?? nothingToLearn(fresh),
  };
}

function nothingNew(turns: number, fresh: number): string | undefined {
  if (turns === 0) return "it has no turns";
  return fresh === 0 ? "all of its turns were read before" : undefined;
}
