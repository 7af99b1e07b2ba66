import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("long-runs.json", import.meta.url));

/** What the long form of a test found when it last ended well, with the command that gave it. */
export interface LongRun {
  readonly name: "crash" | "concurrency" | "fuzz";
  readonly command: string;
  readonly found: { readonly [what: string]: number };
}

/** The last of each name. `date` is a day, as YYYY-MM-DD. */
export function readLongRuns(): (LongRun & { readonly date: string })[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Tells a run that ended well. A long one is kept for docs/guarantees.md when HOLDFAST_WRITE asks for it. */
export function tellRun(run: LongRun, { isLong }: { readonly isLong: boolean }): void {
  const told = Object.entries(run.found).map(([what, count]) => `${count} ${what}`);
  console.log(`${run.command}: ${told.join(", ")}`);
  if (!isLong || !process.env.HOLDFAST_WRITE) return;
  const date = new Date().toISOString().slice(0, 10);
  const runs = [...readLongRuns().filter(({ name }) => name !== run.name), { date, ...run }];
  runs.sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(runs, undefined, 2)}\n`);
}
