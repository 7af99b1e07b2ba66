import type { RunReport } from "@holdfast/schema";
import { orStaysStaged } from "./or-stays-staged.ts";
import { settleAll } from "./reconcile.ts";
import { type RunOptions, startRun } from "./run.ts";
import { type StageRequest, stage } from "./stage.ts";
import type { World } from "./world.ts";

export type SaveRequest = StageRequest & RunOptions;

/**
 * Stages and reconciles: its own candidates first. A busy writer is the status `deferred`, never an error: what was staged is
 * safe and the next run settles it.
 */
export async function save(world: World, request: SaveRequest): Promise<RunReport> {
  const run = startRun(world, "save", request);
  const staged = await stage(world, request);
  run.note({ stage: staged });
  return orStaysStaged(staged, () =>
    settleAll(world, run, request, {
      first: new Set(staged.staged),
      asksOnlyFirst: true,
      whenBusy: "defer",
    }),
  );
}
