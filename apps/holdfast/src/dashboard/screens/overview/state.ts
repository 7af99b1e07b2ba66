import type { OutlineRow, Status } from "@holdfast/memory";
import { type Category, categories, type Fate, type RunReport } from "@holdfast/schema";
import { ago } from "../../../show/ago.ts";
import { wordsOf } from "../../../show/run-words.ts";
import type { Facts } from "../../facts.ts";
import type { ScreenName } from "../../message.ts";

/** Runs that the rates and the sparkline are of. */
const runsLookedAt = 30;

/** How many records there are, by category and by how they stand. */
export interface Tally {
  readonly current: { readonly [category in Category]: number };
  readonly superseded: number;
  readonly archived: number;
}

export function tally(outline: readonly OutlineRow[]): Tally {
  const current = Object.fromEntries(categories.map((category) => [category, 0])) as {
    [category in Category]: number;
  };
  const other = { superseded: 0, archived: 0 };
  for (const { category, status } of outline) {
    if (status === "current") current[category]++;
    else other[status]++;
  }
  return { current, ...other };
}

/** What runs came to, each line from the oldest run to the newest. */
export interface Trend {
  readonly name: string;
  readonly fates: readonly Fate[];
  readonly values: readonly number[];
  readonly sum: number;
}

const trends: readonly { name: string; fates: readonly Fate[] }[] = [
  { name: "kept", fates: ["add", "supersede", "merge"] },
  { name: "known already", fates: ["duplicate"] },
  { name: "discarded", fates: ["discard"] },
  { name: "left staged", fates: ["left_staged", "rejected"] },
  { name: "could not be saved", fates: ["dead_lettered"] },
];

/** The last runs that looked at candidates, by outcome. `runs` are newest first. */
export function trendsOf(runs: readonly RunReport[]): Trend[] {
  const looked = runs.filter(({ counts }) => counts.staged > 0).slice(0, runsLookedAt);
  return trends.map(({ name, fates }) => {
    const values = looked.map(({ counts }) => fates.reduce((sum, fate) => sum + counts[fate], 0)).reverse();
    return { name, fates, values, sum: values.reduce((sum, value) => sum + value, 0) };
  });
}

/** Which parts of what was settled were known already, and which were discarded; undefined where nothing was settled. */
export function rates(
  of: readonly Trend[],
): { duplicate: number; discard: number; settled: number } | undefined {
  const sum = (name: string) => of.find((trend) => trend.name === name)?.sum ?? 0;
  const settled = sum("kept") + sum("known already") + sum("discarded");
  if (settled === 0) return undefined;
  return { duplicate: sum("known already") / settled, discard: sum("discarded") / settled, settled };
}

/** The one thing that a person should look at first. */
export interface Need {
  readonly text: string;
  readonly urgent: boolean;
  /** The screen that it is on. */
  readonly screen?: ScreenName;
}

const longWriterMs = 15 * 60_000;

export function firstNeed({ status, staged }: Facts, now: Date): Need | undefined {
  if (status === undefined) return undefined;
  const { dead_letters, writer, last_run, warnings } = status;
  if (dead_letters > 0) {
    const what = dead_letters === 1 ? "One candidate" : `${dead_letters} candidates`;
    return {
      text: `${what} could not be saved: 4 tells why and recovers.`,
      urgent: true,
      screen: "dead_letters",
    };
  }
  if (last_run && (last_run.status === "failed" || last_run.stop_reason === "model_failed")) {
    const why = last_run.stop_reason ? ` (${wordsOf(last_run.stop_reason)})` : "";
    return { text: `The last run ${last_run.status}${why}: 5 tells why.`, urgent: true, screen: "runs" };
  }
  if (writer && now.getTime() - Date.parse(writer.since) > longWriterMs) {
    const text = `Process ${writer.pid} writes since ${ago(writer.since, now)}: is it still at work?`;
    return { text, urgent: true };
  }
  const [warning] = warnings;
  if (warning !== undefined) return { text: warning, urgent: false };
  const rejected = staged?.filter(({ reconcile_attempts }) => reconcile_attempts > 0).length ?? 0;
  if (rejected > 0) {
    const text = `${rejected} of what waits ${rejected === 1 ? "was" : "were"} rejected before: 3 tells why.`;
    return { text, urgent: false, screen: "staging" };
  }
  if (status.staged > 0 && !writer) {
    const what = status.staged === 1 ? "One candidate waits" : `${status.staged} candidates wait`;
    return { text: `${what}: r settles what waits.`, urgent: false, screen: "reconcile" };
  }
  return undefined;
}

/** True when nothing was ever remembered here. */
export function isFirstTime({ status, runs }: Facts): boolean {
  return status !== undefined && isEmpty(status) && runs?.length === 0;
}

function isEmpty({ records, staged, dead_letters }: Status): boolean {
  return records + staged + dead_letters === 0;
}
