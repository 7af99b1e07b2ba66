import type {
  ContextBlock,
  DeadLetterRow,
  Dropped,
  FollowRequest,
  ForgottenIds,
  Inspection,
  OutlineRow,
  Recalled,
  RecordFilter,
  RecordRow,
  Recovered,
  RunReport,
  Scope,
  SessionRow,
  StagedRow,
  StageResult,
  Status,
  Trace,
  Undone,
} from "@holdfast/schema";
import { archive, restore } from "./archive.ts";
import { type ConsolidateRequest, consolidate } from "./consolidate.ts";
import { type ContextRequest, context } from "./context.ts";
import { drop } from "./drop.ts";
import { findRecord, type InScope } from "./find-id.ts";
import { forget } from "./forget.ts";
import { findRun, lastRuns } from "./last-runs.ts";
import { type RecallOptions, recall } from "./recall.ts";
import { reconcile } from "./reconcile.ts";
import { type RecoverRequest, recover } from "./recover.ts";
import type { RunOptions } from "./run.ts";
import { type SaveRequest, save } from "./save.ts";
import { type SessionsRequest, sessions } from "./sessions.ts";
import { type StageRequest, stage } from "./stage.ts";
import { type StatusOptions, status } from "./status.ts";
import { trace } from "./trace.ts";
import { type UndoRequest, undo } from "./undo.ts";
import { storesOf, takeWarnings, type World } from "./world.ts";

/** Memory for a coding agent: the project's and the person's, as one. */
export interface Memory {
  /** Puts what is valid of a proposal into the waiting room; durable when it returns. Takes no lock. */
  stage(request: StageRequest): Promise<StageResult>;
  /** Stages and reconciles; a busy writer is the status `deferred`. */
  save(request: SaveRequest): Promise<RunReport>;
  /** Works off staging. Throws `writer_busy`. */
  reconcile(options?: RunOptions): Promise<RunReport>;
  /** Extracts, stages and reconciles. */
  consolidate(request?: ConsolidateRequest): Promise<RunReport>;
  /** Dead letters, and discarded ids, back to staging with their count at 0. */
  recover(request: RecoverRequest): Promise<Recovered>;

  /** The sessions of this project that coding agents left on this machine, newest first. */
  sessions(options?: SessionsRequest): Promise<SessionRow[]>;
  /** What waits to be settled, with its attempts and why the last was rejected. */
  staged(): Promise<StagedRow[]>;
  /** What ran out of attempts or could not be read, with why. {@link Memory.recover} takes it back. */
  deadLetters(): Promise<DeadLetterRow[]>;
  /** Rows, newest first. */
  records(filter?: RecordFilter & { scope?: Scope }): Promise<RecordRow[]>;
  /** Every record without its text, newest first: so cheap that very many can be shown, counted and filtered. */
  outline(): Promise<OutlineRow[]>;
  /** One record by its id or the start of it. Throws `not_found` or `ambiguous_id`. */
  record(id: string, options?: InScope): Promise<RecordRow>;
  /** Where a candidate is, by its id or the start of it. Throws `not_found` or `ambiguous_id`. */
  trace(id: string, options?: InScope): Promise<Trace>;
  /** Newest first. */
  runs(limit?: number): Promise<RunReport[]>;
  /** One run by its id or the start of it. Throws `not_found` or `ambiguous_id`. */
  run(id: string): Promise<RunReport>;
  /** How both memories stand: records, what waits, what failed, who writes, the last run. Takes no lock. */
  status(options?: StatusOptions): Promise<Status>;
  /** Current records that have to do with the words, the best first, each with why it was found. No match is an empty list. */
  recall(query: string, options?: RecallOptions): Promise<Recalled[]>;
  /** The block that a host puts before an agent, what is in it, and what was cut. */
  context(request?: ContextRequest): Promise<ContextBlock>;
  /** Compares the index with every file. Hosts need not wait for it; the first query starts it. */
  refresh(): Promise<void>;

  /**
   * Tells which parts of memory were changed, by whatever process, until `signal` aborts; within a second. Reads nothing and touches no
   * lock.
   */
  follow(request: FollowRequest): void;

  /**
   * Takes a record out of what is current; what it superseded is current again. Only the `status` line of its file changes. Throws
   * `not_a_head` for a superseded one, `not_found`, `ambiguous_id` or `writer_busy`. Doing it twice changes nothing more.
   */
  archive(id: string, options?: InScope): Promise<RecordRow>;
  /** Undoes {@link Memory.archive}. */
  restore(id: string, options?: InScope): Promise<RecordRow>;
  /**
   * Archives one record, or what a run founded, the newest first, as far as nothing newer stands on it; what stays is told with its reason. Cut
   * short, it is finished by repeating it. Throws as {@link Memory.archive} does.
   */
  undo(request: UndoRequest): Promise<Undone>;
  /**
   * Settles a staged or dead candidate as discarded by a person. It stays whole in the ledger, from where {@link Memory.recover} brings it back;
   * the same text is not learnt again unless a person insists. Throws `not_found`, `ambiguous_id` or `writer_busy`.
   */
  drop(candidateId: string, options?: InScope): Promise<Dropped>;
  /**
   * Erases a memory for good, with what it superseded, the candidates it rests on and whatever says the same in the same words. Ids and a hash
   * stay. There is no undo. Dying in the middle leaves part of it erased; repeating finishes. Throws as {@link Memory.drop} does.
   */
  forget(id: string, options?: InScope): Promise<ForgottenIds>;
  /** Looks at every file, the index and the lock; repairs what is safe when asked. */
  doctor(options?: { fix?: boolean }): Promise<Inspection>;
  /** What happened since the last call that a person should know; a report has its own. */
  takeWarnings(): string[];
  /** Gives back what is open. Nothing is lost without it: what was acknowledged is on disk. */
  close(): Promise<void>;
}

const usualRuns = 20;

/** Memory over stores of your own: the wiring without the machine. {@link openMemory} is this over two folders. */
export function memoryOver(world: World): Memory {
  let untold = world.warnings;
  return {
    stage: (request) => stage(world, request),
    save: (request) => save(world, request),
    reconcile: (options) => reconcile(world, options),
    consolidate: (request) => consolidate(world, request),
    recover: (request) => recover(world, request),
    sessions: (options) => sessions(world, options),
    staged: () => stagedRows(world),
    deadLetters: () => deadLetterRows(world),
    records: (filter) => records(world, filter),
    outline: () => outline(world),
    record: async (id, options) => (await findRecord(world, id, options?.scope)).found,
    trace: (id, options) => trace(world, id, options),
    runs: (limit = usualRuns) => lastRuns(world, limit),
    run: (id) => findRun(world, id),
    status: (options) => status(world, options),
    recall: (query, options) => recall(world, query, options),
    context: (request) => context(world, request),
    refresh: async () => {
      for (const store of storesOf(world)) await store.refresh();
    },
    follow: (request) => {
      for (const store of storesOf(world)) store.follow(request);
    },
    archive: (id, options) => archive(world, id, options),
    restore: (id, options) => restore(world, id, options),
    undo: (request) => undo(world, request),
    drop: (id, options) => drop(world, id, options),
    forget: (id, options) => forget(world, id, options),
    doctor: (options) => doctor(world, options?.fix ?? false),
    takeWarnings: () => {
      const warnings = [...untold, ...takeWarnings(world)];
      untold = [];
      return warnings;
    },
    close: async () => {
      for (const store of storesOf(world)) await store.close();
    },
  };
}

async function stagedRows(world: World): Promise<StagedRow[]> {
  const perStore = storesOf(world).map(async (store) => {
    const { candidates } = await store.staged();
    return candidates.map(({ candidate, session_id, file }) => ({
      candidate_id: candidate.candidate_id,
      category: candidate.category,
      scope: store.scope,
      session_id,
      reconcile_attempts: candidate.reconcile_attempts,
      last_violations: candidate.last_violations,
      summary: candidate.summary,
      detail: candidate.detail,
      file,
    }));
  });
  return (await Promise.all(perStore)).flat();
}

async function deadLetterRows(world: World): Promise<DeadLetterRow[]> {
  const perStore = storesOf(world).map(async (store) => {
    const { letters } = await store.deadLetters();
    return letters.map((letter) => ({
      ...letter,
      category: letter.candidate?.category ?? letter.category ?? null,
      scope: store.scope,
    }));
  });
  return (await Promise.all(perStore)).flat();
}

async function records(world: World, filter: RecordFilter & { scope?: Scope } = {}): Promise<RecordRow[]> {
  const { scope, limit, ...wanted } = filter;
  const perStore = await Promise.all(storesOf(world, scope).map((store) => store.records(wanted)));
  return perStore
    .flat()
    .filter((row) => scope === undefined || row.scope === scope)
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, limit);
}

async function outline(world: World): Promise<OutlineRow[]> {
  const perStore = await Promise.all(storesOf(world).map((store) => store.outline()));
  const [first = [], second = []] = perStore;
  if (second.length === 0) return first;
  return [...first, ...second].sort((a, b) =>
    a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0,
  );
}

async function doctor(world: World, fix: boolean): Promise<Inspection> {
  const seen = [];
  for (const store of storesOf(world)) seen.push(await store.inspect({ fix }));
  return { findings: seen.flatMap((one) => one.findings), fixed: seen.flatMap((one) => one.fixed) };
}
