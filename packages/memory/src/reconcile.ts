import {
  type ExtractionReport,
  isHoldfastError,
  type RunReport,
  type StageResult,
  type StopReason,
  type Store,
  type Writer,
} from "@holdfast/schema";
import { inWritersPlace } from "./in-writers-place.ts";
import { type Run, type RunOptions, startRun } from "./run.ts";
import { settleStore } from "./settle-store.ts";
import { storesOf, type World } from "./world.ts";

/**
 * Works off staging, the project's and the person's, chunk by chunk. Every outcome is durable before it is told. Throws
 * `writer_busy` when another writer is at work; everything stays staged then. Dying anywhere loses nothing and doubles
 * nothing: the next run goes on.
 */
export async function reconcile(world: World, options: RunOptions = {}): Promise<RunReport> {
  return settleAll(world, startRun(world, "reconcile", options), options);
}

/** What a run brings along besides what waits. */
export interface Errand {
  /** Settled before everything else. */
  readonly first?: ReadonlySet<string>;
  /** True when a model is asked about these alone, and the others are settled only as far as none is needed. */
  readonly asksOnlyFirst?: boolean;
  /** With `defer`, a busy writer is a status of the report, not an error. */
  readonly whenBusy?: "throw" | "defer";
  readonly stage?: StageResult;
  readonly extraction?: ExtractionReport;
  /** Done first, with the writer's place of the project's store. */
  readonly whileHeld?: (writer: Writer) => Promise<void>;
}

/** Settles every store that has something waiting. */
export async function settleAll(
  world: World,
  run: Run,
  options: RunOptions,
  errand: Errand = {},
): Promise<RunReport> {
  const { stage, extraction } = errand;
  let idle = true;
  let stop: StopReason | undefined;
  for (const store of storesOf(world, options.scope)) {
    const chore = store === world.project ? errand.whileHeld : undefined;
    if (chore === undefined && !(await hasWork(store))) continue;
    try {
      const settled = await inWritersPlace(
        store,
        { command: run.command, run_id: run.run_id },
        async (writer) => {
          await chore?.(writer);
          return settleStore({
            world,
            store,
            writer,
            run,
            options,
            first: errand.first ?? new Set(),
            asksOnlyFirst: errand.asksOnlyFirst ?? false,
          });
        },
      );
      idle &&= settled.idle;
      stop = settled.stop ?? stop;
    } catch (error) {
      if (!isHoldfastError(error, "writer_busy") || (errand.whenBusy ?? "throw") === "throw") throw error;
      run.warn(`${error.message} ${error.hint}`);
      return run.finish({ status: "deferred", stop_reason: "writer_busy", stage, extraction });
    }
    if (stop !== undefined && stop !== "model_failed") break;
  }
  const elsewhere = stop === undefined ? [...(errand.first ?? [])].filter((id) => !run.has(id)).length : 0;
  if (elsewhere > 0)
    run.warn(`${elsewhere} of these were settled by another writer meanwhile: \`holdfast runs\` tells how.`);
  const status = stop === undefined ? (idle ? "idle" : "completed") : "stopped";
  return run.finish({ status, stop_reason: stop, stage, extraction });
}

async function hasWork(store: Store): Promise<boolean> {
  const { exists, staged_files, dead_letters } = await store.glance();
  return exists && staged_files + dead_letters > 0;
}
