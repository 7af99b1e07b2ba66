import {
  countFates,
  type ExtractionReport,
  type OutcomeRow,
  type RunEvent,
  type RunReport,
  runId,
  type Scope,
  type StageResult,
  type StopReason,
} from "@holdfast/schema";
import { takeWarnings, type World } from "./world.ts";

/** What a host may say about any run. */
export interface RunOptions {
  /** Stops the run before its next group of commits. */
  readonly signal?: AbortSignal | undefined;
  /** False once the host's session was replaced: the run then writes nothing more. */
  readonly isCurrent?: (() => boolean) | undefined;
  /** Only the project's staging, or only the person's. */
  readonly scope?: Scope | undefined;
  /** Wall clock in milliseconds; 240,000 unless set. */
  readonly budgetMs?: number | undefined;
  readonly chunkSize?: number | undefined;
  readonly maxAttempts?: number | undefined;
  /** `local/rules`, the embedded adjudicator. */
  readonly model?: string | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** A run while it runs: it gathers outcomes, tells them, and becomes the report. */
export interface Run {
  readonly run_id: string;
  readonly command: string;
  readonly model: string;
  readonly startedAt: Date;
  /** Why the run must stop now, if it must. */
  stopReason(): StopReason | undefined;
  tell(event: RunEvent): void;
  settle(outcomes: readonly OutcomeRow[]): void;
  warn(message: string): void;
  /** The report so far; of one scope when it is given. */
  report(end: RunEnd, scope?: Scope): RunReport;
  /** The report, told to whoever listens. */
  finish(end: RunEnd): RunReport;
}

export interface RunEnd {
  readonly status: RunReport["status"];
  readonly stop_reason?: StopReason | undefined;
  readonly stage?: StageResult | undefined;
  readonly extraction?: ExtractionReport | undefined;
  readonly archived?: string[] | undefined;
}

/** Starts a run. Nothing is written. */
export function startRun(world: World, command: string, model: string, options: RunOptions): Run {
  const startedAt = world.now();
  const run_id = runId(startedAt, world.randomHex());
  const deadline = startedAt.getTime() + (options.budgetMs ?? world.settings.budgetMs);
  const outcomes = new Map<string, OutcomeRow>();
  const warnings: string[] = [];
  const tell = (event: RunEvent) => options.onEvent?.(event);
  const warn = (message: string) => {
    if (warnings.includes(message)) return;
    warnings.push(message);
    world.log(message);
    tell({ kind: "warning", message });
  };
  for (const message of world.warnings) warn(message);

  const report = ({ status, stop_reason, stage, extraction, archived }: RunEnd, scope?: Scope): RunReport => {
    for (const message of takeWarnings(world)) warn(message);
    const rows = [...outcomes.values()].filter((row) => scope === undefined || row.scope === scope);
    return {
      run_id,
      command,
      status,
      ...(stop_reason && { stop_reason }),
      model,
      started_at: startedAt.toISOString(),
      duration_ms: Math.max(0, Math.round(world.now().getTime() - startedAt.getTime())),
      ...(stage && { stage }),
      ...(extraction && { extraction }),
      counts: countFates(rows),
      model_calls: 0,
      tokens: { input: 0, output: 0 },
      outcomes: rows,
      ...(archived && { archived }),
      warnings: [...warnings],
    };
  };

  return {
    run_id,
    command,
    model,
    startedAt,
    tell,
    warn,
    report,
    stopReason() {
      if (options.signal?.aborted) return "aborted";
      if (options.isCurrent?.() === false) return "stale_generation";
      return world.now().getTime() >= deadline ? "budget" : undefined;
    },
    settle(rows) {
      for (const outcome of rows) {
        outcomes.set(outcome.candidate_id, outcome);
        tell({ kind: "outcome", run_id, outcome });
      }
    },
    finish(end) {
      const last = report(end);
      tell({ kind: "run_finished", report: last });
      return last;
    },
  };
}
