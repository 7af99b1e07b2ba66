import type { LeftOut } from "@holdfast/schema";
import type { Cut } from "./cut-turn.ts";

/** Counts what was left out, by its words. */
export interface Tally {
  /** One more of `what`. */
  leftOut(what: string): void;
  /** What a cut left out. */
  cut(cut: Cut): void;
  /** Nothing, where nothing was left out. */
  told(): { left_out?: LeftOut[] };
}

/** An empty tally of what is left out of a session, for `Transcript.left_out`. */
export function tally(): Tally {
  const counts = new Map<string, number>();
  const leftOut = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  return {
    leftOut,
    cut: (cut) => {
      for (const what of cut.turn === undefined ? [cut.leftOut] : (cut.cut ?? []))
        if (what !== undefined) leftOut(what);
    },
    told: () =>
      counts.size === 0 ? {} : { left_out: [...counts].map(([what, count]) => ({ what, count })) },
  };
}
