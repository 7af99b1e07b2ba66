import type { Found } from "../../src/extraction.ts";
import { heard } from "../said.ts";

/** One text, what may be remembered of it, and what the rules took. */
export interface Scored {
  readonly text: string;
  readonly wanted: readonly string[];
  readonly found: readonly Found[];
}

/** What the rules made of labelled texts, each counted once. */
export interface Score {
  /** Something durable was taken, and under a category that fits. */
  readonly right: readonly Scored[];
  /** Taken, though nothing in it lasts. */
  readonly noise: readonly Scored[];
  /** Durable and taken, but under a category that does not fit. */
  readonly misfiled: readonly Scored[];
  /** Durable, and left. */
  readonly missed: readonly Scored[];
}

/** Reads each sentence as a turn of its own. `wanted` names the categories that fit; none when it is to be left. */
export function scoreSentences(
  sentences: readonly { readonly text: string; readonly wanted: readonly string[] }[],
): Score {
  const all = sentences.map(({ text, wanted }) => ({ text, wanted, found: heard(text).found }));
  const taken = all.filter(({ found }) => found.length > 0);
  const durable = taken.filter(({ wanted }) => wanted.length > 0);
  const fits = ({ found, wanted }: Scored) => found.every(({ category }) => wanted.includes(category));
  return {
    right: durable.filter(fits),
    misfiled: durable.filter((one) => !fits(one)),
    noise: taken.filter(({ wanted }) => wanted.length === 0),
    missed: all.filter(({ found, wanted }) => found.length === 0 && wanted.length > 0),
  };
}

/** Of what was taken, how much is durable and under a category that fits. 1 when nothing was taken. */
export function precisionOf({ right, noise, misfiled }: Score): number {
  const taken = right.length + noise.length + misfiled.length;
  return taken === 0 ? 1 : right.length / taken;
}

/** Of what is durable, how much was taken under a category that fits. */
export function recallOf({ right, misfiled, missed }: Score): number {
  return right.length / (right.length + misfiled.length + missed.length);
}
