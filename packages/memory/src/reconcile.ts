import {
  isHoldfastError,
  type OutcomeRow,
  type RunReport,
  type StopReason,
  type Store,
} from "@holdfast/schema";
import { inWritersPlace } from "./in-writers-place.ts";
import { lastRuns } from "./last-runs.ts";
import { type Run, type RunEnd, type RunOptions, startRun } from "./run.ts";
import { logUnsettled, settleStore } from "./settle-store.ts";
import { storesOf, type World } from "./world.ts";

/**
 * Works off staging, the project's and the person's, chunk by chunk. Every outcome is durable before it is told. Throws
 * `writer_busy` when another writer is at work; everything stays staged then. Dying anywhere loses nothing and doubles
 * nothing: the next run goes on.
 */
export async function reconcile(world: World, options: RunOptions = {}): Promise<RunReport> {
  const run = startRun(world, "reconcile", options);
  return settleAll(world, run, options, { asksOnlyFirst: options.onlyCertain ?? false });
}

/** What a run brings along besides what waits. */
export interface Errand {
  /** Settled before everything else. */
  readonly first?: ReadonlySet<string>;
  /** True when a model is asked about these alone, and the others are settled only as far as none is needed. */
  readonly asksOnlyFirst?: boolean;
  /** With `defer`, a busy writer is a status of the report, not an error. */
  readonly whenBusy?: "throw" | "defer";
  /** Why what came before settling stopped, if it did. */
  readonly stopped?: StopReason | undefined;
}

/** Settles every store that has something waiting. */
export async function settleAll(
  world: World,
  run: Run,
  options: RunOptions,
  errand: Errand = {},
): Promise<RunReport> {
  let idle = true;
  let stop: StopReason | undefined;
  for (const store of storesOf(world, options.scope)) {
    if (!(await hasWork(store))) continue;
    try {
      const settled = await inWritersPlace(store, { command: run.command, run_id: run.run_id }, (writer) =>
        settleStore({
          world,
          store,
          writer,
          run,
          options,
          first: errand.first ?? new Set(),
          asksOnlyFirst: errand.asksOnlyFirst ?? false,
        }),
      );
      idle &&= settled.idle;
      stop = settled.stop ?? stop;
    } catch (error) {
      if (!isHoldfastError(error, "writer_busy") || (errand.whenBusy ?? "throw") === "throw") throw error;
      run.warn(`${error.message} ${error.hint}`);
      return run.finish({ status: "deferred", stop_reason: "writer_busy" });
    }
    if (stop !== undefined && stop !== "model_failed") break;
  }
  if (stop === undefined && (await hearOfOthers(world, run, errand.first ?? new Set()))) idle = false;
  const reason = stop ?? errand.stopped;
  const status = reason === undefined ? (idle ? "idle" : "completed") : "stopped";
  const end = { status, stop_reason: reason } as const;
  if (idle && run.spent().calls > 0) await logCosts(world, run, end);
  return run.finish(end);
}

/** Runs that may have settled what this one staged: they are as young. */
const otherRuns = 20;

/** What became of these that another run settled meanwhile, as this run's own outcomes; what no run tells of is a warning. */
async function hearOfOthers(world: World, run: Run, ids: ReadonlySet<string>): Promise<boolean> {
  const unheard = new Set([...ids].filter((id) => !run.has(id)));
  if (unheard.size === 0) return false;
  const found: OutcomeRow[] = [];
  for (const { run_id, outcomes } of await lastRuns(world, otherRuns)) {
    for (const outcome of outcomes.filter(({ candidate_id }) => unheard.delete(candidate_id)))
      found.push({ ...outcome, reason: `${outcome.reason} Another run settled it: ${run_id}.` });
  }
  run.settle(found);
  if (unheard.size > 0)
    run.warn(`${unheard.size} of these were settled by another run, which is not in the log any more.`);
  return found.length > 0;
}

/** Model calls that settled nothing cost all the same, and `runs` says so. Only a busy writer keeps it from the log. */
export async function logCosts(world: World, run: Run, end: RunEnd): Promise<void> {
  try {
    const purpose = { command: run.command, run_id: run.run_id };
    await inWritersPlace(world.project, purpose, (writer) => logUnsettled(writer, run, end));
  } catch (error) {
    if (!isHoldfastError(error, "writer_busy")) throw error;
    run.warn(`${error.message} This run is not in the log.`);
  }
}

async function hasWork(store: Store): Promise<boolean> {
  const { exists, staged_files, dead_letters } = await store.glance();
  return exists && staged_files + dead_letters > 0;
}
