import type { RunReport } from "@holdfast/schema";
import { chooseSessions, type SessionChoice } from "./extract/choose-sessions.ts";
import { readSessions } from "./extract/read-sessions.ts";
import { findExtractor } from "./find-model.ts";
import { orStaysStaged } from "./or-stays-staged.ts";
import { logCosts, settleAll } from "./reconcile.ts";
import { type RunOptions, reconciliationBudget, startRun } from "./run.ts";
import type { World } from "./world.ts";

export type ConsolidateRequest = RunOptions &
  SessionChoice & {
    /** Reads turns anew that were read before. */
    readonly again?: boolean | undefined;
    /** Windows that a model may be asked about in this run. */
    readonly maxWindows?: number | undefined;
    /** Tokens that reading may use, asked and answered. */
    readonly maxExtractionTokens?: number | undefined;
    /** Wall clock for reading, in milliseconds; settling has its own. */
    readonly extractionBudgetMs?: number | undefined;
  };

/**
 * Extracts candidates from sessions, stages them and reconciles. Turns that were read before are not read again. They are remembered
 * only after what they taught is staged, so dying in between repeats at most one window, and loses nothing. Throws
 * `no_transcript`, `transcript_unreadable`, `not_found` or `ambiguous_id`; a busy writer is the status `deferred`.
 */
export async function consolidate(world: World, request: ConsolidateRequest = {}): Promise<RunReport> {
  const run = startRun(world, "consolidate", request);
  const extractor = findExtractor(world, request.model);
  for (const warning of extractor.warnings) run.warn(warning);
  world.log(extractor.note);
  const caps = {
    windows: request.maxWindows ?? world.settings.maxWindows,
    tokens: request.maxExtractionTokens ?? world.settings.extractionMaxTokens,
    ms: request.extractionBudgetMs ?? world.settings.extractionBudgetMs,
  };
  const sources = await chooseSessions(world, request, (message) => run.warn(message));
  run.allow(caps);
  const { extraction, stage, stopped } = await readSessions(world, run, {
    sources,
    extractor,
    caps,
    again: request.again ?? false,
    signal: request.signal,
  });
  run.note({ stage, extraction });
  if (stopped === "aborted" || stopped === "stale_generation") {
    const end = { status: "stopped", stop_reason: stopped } as const;
    if (stopped === "aborted" && run.spent().calls > 0) await logCosts(world, run, end);
    return run.finish(end);
  }
  run.allow(reconciliationBudget(world, request));
  return orStaysStaged(stage, () =>
    settleAll(world, run, request, { first: new Set(stage.staged), whenBusy: "defer", stopped }),
  );
}
