import type {
  Candidate,
  Disk,
  FileStat,
  LedgerLine,
  MemoryRecord,
  OutlineRow,
  RecordFilter,
  RecordRow,
  Scope,
  SearchHit,
  SearchOptions,
  Settled,
  Similar,
} from "@holdfast/schema";

export interface IndexOptions {
  readonly disk: Disk;
  /** The memory folder, absolute. */
  readonly dir: string;
  readonly scope: Scope;
  /** The file of the index, absolute; `:memory:` keeps it in memory. */
  readonly databasePath: string;
  /** Told once of each thing that a person should know. */
  readonly onWarning: (message: string) => void;
  /**
   * Runs `fn` while no one else opens or removes the database, or gives undefined when that can't be had now. Asked for only when the
   * database has to be removed.
   */
  readonly exclusively: <T>(fn: () => Promise<T>) => Promise<T | undefined>;
}

/**
 * What is known, quickly. A cache of the record files and the ledger: it may be missing, old, torn or foreign at any time, and is
 * then rebuilt from them, or passed over. Nothing is opened before the first question. Questions are answered one
 * after the other; each first looks at the files that it is about to answer with. No method throws for a trouble of the database; each
 * throws a `HoldfastError` when the files themselves can't be read.
 */
export interface MemoryIndex {
  /** Compares the index with every file, without holding up the event loop. */
  refresh(): Promise<Freshness>;
  /** Learns of what was made durable just now, in time that does not depend on what is known. Never throws: a failure is a warning. */
  add(records: readonly Added[], lines: readonly LedgerLine[]): Promise<void>;
  similar(candidate: Candidate): Promise<Similar>;
  /** Where each of these is settled. Those that are not are left out. */
  settled(candidateIds: readonly string[]): Promise<Map<string, Settled>>;
  /** Rows, newest first. */
  rows(filter?: RecordFilter): Promise<RecordRow[]>;
  /** Every record without its text, newest first. */
  outline(): Promise<OutlineRow[]>;
  /** Rows whose id starts with `prefix`, by id. */
  find(prefix: string): Promise<RecordRow[]>;
  /** Ledger lines whose candidate id starts with `prefix`, oldest first. */
  findLedger(prefix: string): Promise<LedgerLine[]>;
  /** What a run left behind: records that name it in their sources, and its ledger lines, oldest first. */
  outcomesOf(runId: string): Promise<RunOutcomes>;
  search(query: string, options: SearchOptions): Promise<SearchHit[]>;
  counts(): Promise<IndexCounts>;
  /** Builds the database anew from the files, so that nothing of what it held is left. Only while the writer's place is held. */
  rebuild(): Promise<void>;
  /** Waits for what is under way. A later question opens the index again. */
  close(): Promise<void>;
}

/** A record that was written. `path` is absolute or inside the memory folder; `stat` spares a look at it. */
export interface Added {
  readonly record: MemoryRecord;
  readonly path: string;
  readonly stat?: FileStat;
}

export interface Freshness {
  /** Files that were read again or are gone, and ledger lines that were read. */
  readonly changed: number;
  /** True when the database was built anew. */
  readonly rebuilt: boolean;
  /** Files that can't be used as they are. They stay as they are. */
  readonly unreadable: readonly Unreadable[];
}

export interface Unreadable {
  readonly path: string;
  readonly message: string;
}

export interface RunOutcomes {
  readonly records: readonly RecordRow[];
  readonly lines: readonly LedgerLine[];
}

export interface IndexCounts {
  readonly current: number;
  readonly superseded: number;
  readonly archived: number;
  readonly ledger: number;
}
