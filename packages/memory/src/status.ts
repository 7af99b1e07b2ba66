import type { RunReport, Status } from "@holdfast/schema";
import { findAdjudicator, findExtractor } from "./find-model.ts";
import { lastRuns } from "./last-runs.ts";
import type { RunOptions } from "./run.ts";
import { storesOf, takeWarnings, type World } from "./world.ts";

/** Who would settle, if not who does unless told. */
export type StatusOptions = Pick<RunOptions, "model">;

/** How things stand, from file names, staging and the run log. No full check, no lock, nothing is created. */
export async function status(world: World, { model }: StatusOptions = {}): Promise<Status> {
  const adjudicator = findAdjudicator(world, model);
  const extractor = findExtractor(world, model);
  const stores = storesOf(world);
  const glances = await Promise.all(stores.map((store) => store.glance()));
  const waiting = await Promise.all(stores.map((store) => store.staged()));
  const [run] = await lastRuns(world, 1);
  const problems = waiting.flatMap(({ problems }) => problems.map(({ message }) => message));
  return {
    dir: world.project.dir,
    user_dir: world.user.dir,
    records: sum(glances.map(({ records }) => records)),
    staged: sum(waiting.map(({ candidates }) => candidates.length)),
    dead_letters: sum(glances.map(({ dead_letters }) => dead_letters)),
    writer: await writerOf(world),
    model: adjudicator.id,
    model_how: adjudicator.how,
    extraction_model: extractor.id,
    extraction_model_how: extractor.how,
    settings: world.settings,
    last_run: run ? withoutOutcomes(run) : null,
    warnings: [
      ...world.warnings,
      ...new Set([...adjudicator.warnings, ...extractor.warnings]),
      ...problems,
      ...takeWarnings(world),
    ],
  };
}

async function writerOf(world: World): Promise<Status["writer"]> {
  for (const store of storesOf(world)) {
    const note = await store.writerNow();
    if (note) return { ...note, scope: store.scope };
  }
  return null;
}

function withoutOutcomes({ outcomes: _, ...run }: RunReport): Omit<RunReport, "outcomes"> {
  return run;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
