import type { ModelResolution } from "@holdfast/models";
import {
  type ChunkReport,
  countFates,
  type ExtractionReport,
  type ModelUsage,
  type OutcomeRow,
  type RunEvent,
  type RunReport,
  runId,
  type Scope,
  type StageResult,
  type StopReason,
  type StructuredModel,
} from "@holdfast/schema";
import { findAdjudicator } from "./find-model.ts";
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
  /** Who judges what has neighbours: an id (`local/rules` is the embedded adjudicator), or a model of the host's own. */
  readonly model?: string | StructuredModel | undefined;
  /** Tokens that the run may use. */
  readonly maxTokens?: number | undefined;
  /** Settles only what needs no model; what resembles something that is known stays staged until a model may be asked. */
  readonly onlyCertain?: boolean | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** A run while it runs: it gathers outcomes, tells them, and becomes the report. */
export interface Run {
  readonly run_id: string;
  readonly command: string;
  readonly adjudicator: ModelResolution;
  readonly startedAt: Date;
  /** Begins a part of the run with a budget of its own. */
  allow(budget: Budget): void;
  /** What is left of the budget, in milliseconds. */
  leftMs(): number;
  /** What is left of the tokens; infinite without a cap. */
  leftTokens(): number;
  /** Whether this run settled the candidate, or left it. */
  has(candidateId: string): boolean;
  /** What model calls took so far. */
  spent(): {
    readonly calls: number;
    readonly input: number;
    readonly output: number;
    readonly cost: number | undefined;
    /** Tokens of the longest answer. */
    readonly longestAnswer: number;
  };
  /** Counts a model call in. */
  account(usage: ModelUsage | undefined): void;
  /** Remembers what a chunk took. */
  asked(chunk: ChunkReport): void;
  /** Why the run must stop now, if it must. */
  stopReason(): StopReason | undefined;
  tell(event: RunEvent): void;
  settle(outcomes: readonly OutcomeRow[]): void;
  /** What the report says besides. */
  note(prelude: Prelude): void;
  warn(message: string): void;
  /** The report so far; of one scope when it is given. */
  report(end: RunEnd, scope?: Scope): RunReport;
  /** The report, told to whoever listens. */
  finish(end: RunEnd): RunReport;
}

/** What a part of a run may take. */
export interface Budget {
  readonly ms: number;
  readonly tokens: number;
}

export interface RunEnd {
  readonly status: RunReport["status"];
  readonly stop_reason?: StopReason | undefined;
  readonly archived?: string[] | undefined;
}

/** What came before settling. */
export interface Prelude {
  readonly stage?: StageResult;
  readonly extraction?: ExtractionReport;
}

/** Starts a run. Nothing is written, and no model is asked. */
export function startRun(world: World, command: string, options: RunOptions): Run {
  const adjudicator = findAdjudicator(world, options.model);
  const startedAt = world.now();
  const startedMs = world.elapsedMs();
  const run_id = runId(startedAt, world.randomHex());
  const outcomes = new Map<string, OutcomeRow>();
  const warnings: string[] = [];
  const tell = (event: RunEvent) => options.onEvent?.(event);
  const warn = (message: string) => {
    if (warnings.includes(message)) return;
    warnings.push(message);
    world.log(message);
    tell({ kind: "warning", message });
  };
  for (const message of [...world.warnings, ...adjudicator.warnings]) warn(message);
  world.log(adjudicator.note);
  const spent = { calls: 0, input: 0, output: 0, cost: undefined as number | undefined, longestAnswer: 0 };
  const chunks: ChunkReport[] = [];
  const used = () => spent.input + spent.output;
  const end = { ms: 0, tokens: 0 };
  const allow = ({ ms, tokens }: Budget, from = world.elapsedMs()) => {
    end.ms = from + ms;
    end.tokens = used() + tokens;
  };
  allow(reconciliationBudget(world, options), startedMs);
  const leftMs = () => Math.max(0, end.ms - world.elapsedMs());
  const leftTokens = () => Math.max(0, end.tokens - used());

  let prelude: Prelude = {};
  const report = ({ status, stop_reason, archived }: RunEnd, scope?: Scope): RunReport => {
    for (const message of takeWarnings(world)) warn(message);
    const rows = [...outcomes.values()].filter((row) => scope === undefined || row.scope === scope);
    return {
      run_id,
      command,
      status,
      ...(stop_reason && { stop_reason }),
      model: adjudicator.id,
      model_how: adjudicator.how,
      started_at: startedAt.toISOString(),
      duration_ms: Math.round(world.elapsedMs() - startedMs),
      ...prelude,
      counts: countFates(rows),
      model_calls: spent.calls,
      tokens: { input: spent.input, output: spent.output },
      ...(spent.cost !== undefined && { cost_usd: spent.cost }),
      ...(chunks.length > 0 && { chunks: [...chunks] }),
      outcomes: rows,
      ...(archived && { archived }),
      warnings: [...warnings],
    };
  };

  return {
    run_id,
    command,
    adjudicator,
    startedAt,
    allow: (budget) => allow(budget),
    leftMs,
    leftTokens,
    has: (candidateId) => outcomes.has(candidateId),
    spent: () => ({ ...spent }),
    account(usage) {
      spent.calls++;
      spent.input += Math.round(sound(usage?.input));
      const answer = Math.round(sound(usage?.output));
      spent.output += answer;
      spent.longestAnswer = Math.max(spent.longestAnswer, answer);
      if (usage?.cost_usd !== undefined) spent.cost = (spent.cost ?? 0) + sound(usage.cost_usd);
      const tokens = { input: spent.input, output: spent.output };
      tell({
        kind: "model_call",
        run_id,
        model_calls: spent.calls,
        tokens,
        cost_usd: spent.cost,
        left_ms: leftMs(),
      });
    },
    asked(chunk) {
      chunks.push(chunk);
    },
    note(what) {
      prelude = what;
    },
    tell,
    warn,
    report,
    stopReason() {
      if (options.signal?.aborted) return "aborted";
      if (options.isCurrent?.() === false) return "stale_generation";
      if (leftMs() === 0) return "budget";
      return leftTokens() === 0 ? "token_cap" : undefined;
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

/** What settling may take. */
export function reconciliationBudget({ settings }: World, { budgetMs, maxTokens }: RunOptions): Budget {
  return {
    ms: budgetMs ?? settings.budgetMs,
    tokens: maxTokens ?? settings.maxTokens ?? Number.POSITIVE_INFINITY,
  };
}

/** A number as a model's host gave it, which may be anything: what is none, or below 0, counts as 0. */
function sound(number: unknown): number {
  return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : 0;
}
