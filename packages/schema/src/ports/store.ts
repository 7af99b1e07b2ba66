import type { Inspection } from "../answers.ts";
import type { Candidate, Trigger } from "../candidate.ts";
import type { Category, Scope } from "../category.ts";
import type { DeadLetter } from "../dead-letter.ts";
import type { LedgerLine } from "../ledger-line.ts";
import type { MemoryRecord, OutlineRow, RecordRow, Standing } from "../memory-record.ts";
import type { RunLogLine } from "../run-log-line.ts";
import type { Already, RunReport } from "../run-report.ts";
import type { StagedCandidate, StagingFile } from "../staging-file.ts";
import type { WriterNote, WriterPurpose } from "../writer-note.ts";

/**
 * Where memory is kept. It speaks in outcomes, never in files: a folder on disk is its first implementation.
 * Reading needs no one's leave. Staging takes no lock. Everything else that changes memory goes through the one
 * {@link Writer}. Opening does nothing; the first call does what it needs.
 */
export interface Store {
  readonly scope: Scope;
  readonly dir: string;

  /**
   * Durable when it returns. Takes no lock and does not read what already waits. A dead candidate is known already, unless `revive`.
   */
  stage(save: StagingFile, options?: { revive?: boolean }): Promise<{ staged: string[]; already: Already[] }>;
  /** Everything that waits, oldest `observed_at` first; what can't be read is a problem, not an error. */
  staged(): Promise<{ candidates: StagedCandidate[]; problems: Problem[] }>;
  deadLetters(): Promise<{ letters: DeadLetter[]; problems: Problem[] }>;

  /** What is known that a candidate must be compared with. */
  similar(candidate: Candidate): Promise<Similar>;
  /** For each id that is settled (in a record's sources or in the ledger): where, and up to which round. */
  settled(candidateIds: readonly string[]): Promise<Map<string, Settled>>;

  /** Rows, newest first. */
  records(filter?: RecordFilter): Promise<RecordRow[]>;
  /** Every record without its text, newest first: so cheap that very many can be shown. */
  outline(): Promise<OutlineRow[]>;
  /** Rows whose id starts with `prefix`: none, one, or several when it is ambiguous. */
  findRecords(prefix: string): Promise<RecordRow[]>;
  /** Ranked rows for any text a person may type. */
  search(query: string, options: SearchOptions): Promise<SearchHit[]>;
  /** Ledger lines whose candidate id starts with `prefix`, oldest first. */
  findLedger(prefix: string): Promise<LedgerLine[]>;
  /** Newest first, outcomes joined with records and ledger. */
  runs(limit: number): Promise<RunReport[]>;
  /** Which of these turns were read before. */
  turnsRead(keys: readonly string[]): Promise<Set<string>>;
  /** Readings that began and did not end: their turns count as read once all of their candidates are known. */
  readingsBegun(): Promise<readonly Reading[]>;
  /**
   * Says which candidates some turns have taught, before they are staged. Durable when it returns; takes no lock. Whoever dies between this
   * and {@link Store.markRead} leaves enough to tell whether they were staged, so that no turn is paid for twice.
   */
  beginReading(reading: Reading): Promise<void>;
  /** Throws what writing would throw, before something is paid for whose outcome could not be kept. */
  checkWritable(): Promise<void>;
  /** Remembers turns as read. Durable when it returns; takes no lock. */
  markRead(turns: readonly TurnRead[]): Promise<void>;

  /** Counts by reading names only: no full check, no lock. */
  glance(): Promise<Glance>;
  /**
   * Tells which parts of the store were changed, by whatever process, until `signal` aborts: within a second, and several changes at once.
   * Looks at names, sizes and times; reads nothing, creates nothing and touches no lock.
   */
  follow(request: FollowRequest): void;
  /** Who holds the writer's place, as far as can be told without touching the lock. */
  writerNow(): Promise<WriterNote | undefined>;
  /** Compares the index with every file. Resolves when it is done. */
  refresh(): Promise<void>;
  /** What happened since the last call that a person should know. */
  takeWarnings(): string[];
  /** Every file, the index and the lock, looked at. With `fix`, what is safe is repaired; memory is never deleted. */
  inspect(options: { fix: boolean }): Promise<Inspection>;

  /**
   * The writer's place, or `writer_busy` after half a second of trying. It is the kernel's: a holder that dies gives it back.
   */
  hold(purpose: WriterPurpose): Promise<Writer>;
  close(): Promise<void>;
}

/** The single writer. Each method is durable when it returns, unless it says otherwise. */
export interface Writer {
  /**
   * Makes outcomes durable: records appear, ledger lines are appended, dead letters appear; then the index learns of
   * them. Dying between two outcomes leaves both true. Repeating an outcome is a no-op.
   * Throws `store_changed` before it writes when the lock was taken from under us.
   */
  commit(outcomes: readonly Durable[]): Promise<void>;
  /**
   * Takes settled candidates out of staging, each up to the round that is settled (0 for the first), and puts changed ones (attempts,
   * violations) back. Last in order: a candidate seen twice is settled once, one seen nowhere is lost.
   */
  consume(change: { settled: ReadonlyMap<string, number>; changed: readonly Candidate[] }): Promise<void>;
  /** Turns staging files that can't be read, and members of them that are malformed, into dead letters. */
  setAside(problems: readonly Problem[], run: { run_id: string; at: string }): Promise<DeadLetter[]>;
  /** Flips a record's status: the only change that code makes to one. */
  flip(recordId: string, status: MemoryRecord["status"]): Promise<void>;
  /** Removes dead letters whose candidates are safe elsewhere. */
  removeDeadLetters(candidateIds: readonly string[]): Promise<void>;
  /**
   * Erases texts from records, ledger, staging, dead letters, run log and index; ids and keys stay.
   */
  forget(request: {
    recordIds: readonly string[];
    candidateIds: readonly string[];
    run_id: string;
    at: string;
  }): Promise<void>;
  /** Diagnosis, not durable: a lost line is no lost memory. */
  log(line: RunLogLine): Promise<void>;
  release(): Promise<void>;
}

/** A turn of a transcript that was read: by its content, in which session, and when. */
export interface TurnRead {
  readonly key: string;
  readonly session_id: string;
  readonly at: string;
}

/** Turns that were read at once, and the candidates they taught. */
export interface Reading {
  readonly keys: readonly string[];
  readonly candidates: readonly string[];
  readonly session_id: string;
  readonly at: string;
}

/** One durable step. */
export type Durable =
  | { readonly kind: "record"; readonly record: MemoryRecord }
  | { readonly kind: "ledger"; readonly line: LedgerLine }
  | { readonly kind: "dead_letter"; readonly letter: DeadLetter };

/** Something in a folder of ours that could not be used. Nothing was changed. */
export interface Problem {
  /** `earlier`: of the system that came before this one, and not ours to touch. */
  readonly kind: "malformed_file" | "malformed_member" | "newer" | "earlier" | "unreadable" | "stray";
  readonly path: string;
  readonly message: string;
  /** For a member: which group, at which place, and what it was. */
  readonly member?: { readonly group: string; readonly index: number; readonly raw: unknown };
  /** For a file: its text, or base64 where it is none. */
  readonly raw?: string;
  readonly raw_encoding?: "base64";
  readonly session_id?: string;
}

export interface Settled {
  readonly place: "record" | "ledger";
  readonly record_id?: string;
  /** The highest round that is settled; 0 for the first. */
  readonly round: number;
}

/** What a store knows around a candidate. */
export interface Similar {
  /** Current records that share rare terms with it, the best first. */
  readonly records: readonly MemoryRecord[];
  /** Records of any standing whose summary has the same words. */
  readonly twins: readonly { readonly record: MemoryRecord; readonly standing: Standing }[];
  /** Texts with the same summary that a person dropped or had forgotten. */
  readonly refusals: readonly LedgerLine[];
  /** How many records the frequencies are out of. */
  readonly documents: number;
  /** In how many records each term of the candidate stands. */
  readonly frequency: ReadonlyMap<string, number>;
}

/** What of a store can change on its own. */
export const storeParts = ["records", "staging", "dead_letters", "ledger", "runs", "writer"] as const;
export type StorePart = (typeof storeParts)[number];

export interface FollowRequest {
  readonly signal: AbortSignal;
  readonly onChange: (parts: ReadonlySet<StorePart>) => void;
}

export interface RecordFilter {
  readonly status?: Standing;
  readonly category?: Category;
  /** Only these. */
  readonly ids?: readonly string[];
  readonly limit?: number;
}

export interface SearchOptions {
  readonly limit: number;
  /** Somebody is still typing: what begins with the last word is found as well. */
  readonly unfinished?: boolean;
  readonly categories?: readonly Category[];
}

/** A record found, and why. `score` is higher for better. */
export interface SearchHit {
  readonly row: RecordRow;
  readonly score: number;
  /** Words of the query that stand in it, and triggers that match. */
  readonly terms: readonly string[];
  readonly triggers: readonly Trigger[];
}

export interface Glance {
  readonly exists: boolean;
  readonly records: number;
  readonly staged_files: number;
  readonly dead_letters: number;
}
