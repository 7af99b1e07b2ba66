import { countFates, type RunReport } from "@holdfast/schema";
import { theOne } from "./find-id.ts";
import { storesOf, type World } from "./world.ts";

/** Runs of both stores, newest first; a run that worked in both is one. */
export async function lastRuns(world: World, limit: number): Promise<RunReport[]> {
  const perStore = await Promise.all(storesOf(world).map((store) => store.runs(limit)));
  const byId = new Map<string, RunReport>();
  for (const run of perStore.flat()) {
    const known = byId.get(run.run_id);
    byId.set(run.run_id, known ? joined(known, run) : run);
  }
  return [...byId.values()].sort((a, b) => b.started_at.localeCompare(a.started_at)).slice(0, limit);
}

function joined(a: RunReport, b: RunReport): RunReport {
  const rows = new Map([...a.outcomes, ...b.outcomes].map((outcome) => [outcome.candidate_id, outcome]));
  const finished = a.status === "interrupted" ? b : a;
  const outcomes = [...rows.values()];
  return { ...finished, outcomes, counts: countFates(outcomes) };
}

/** One run by its id or the start of it. Throws `not_found` or `ambiguous_id`. */
export async function findRun(world: World, id: string): Promise<RunReport> {
  const runs = await lastRuns(world, Number.MAX_SAFE_INTEGER);
  const matches = runs
    .filter(({ run_id }) => run_id.startsWith(id))
    .map((found) => ({ store: world.project, found }));
  return theOne(matches, id, ({ run_id }) => run_id, "run").found;
}
