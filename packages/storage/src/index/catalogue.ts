import type {
  Category,
  LedgerLine,
  MemoryRecord,
  OutlineRow,
  RecordFilter,
  Standing,
} from "@holdfast/schema";
import type { IndexCounts } from "./memory-index.ts";

/** A record, where its file is (inside the memory folder), and how it stands. */
export interface Shelved {
  readonly record: MemoryRecord;
  readonly path: string;
  readonly standing: Standing;
}

/** A record without its text, and how it stands. */
export type Outlined = Omit<OutlineRow, "scope">;

/** Where a candidate is settled. `path` is that of the record's file; none for the ledger. */
export interface SettledAt {
  readonly candidate_id: string;
  readonly record_id?: string;
  readonly round: number;
  readonly path?: string;
}

/**
 * The questions that the answers are made of. Two implementations give the same in kind: SQLite, and files read this moment.
 * `byIds` gives what it finds, in no promised order; lists of lines are oldest first.
 */
export interface Catalogue {
  documents(): number;
  /** In how many records each of these terms stands; those that stand in none are left out. */
  frequency(terms: readonly string[]): Map<string, number>;
  /** Terms that stand anywhere and begin so, at most `most`, those of the most records first. */
  termsStartingWith(beginning: string, most: number): string[];
  /** Current records with any of the terms, the best first. */
  matching(request: Matching): Shelved[];
  withSummary(summaryKey: string): Shelved[];
  byIds(ids: readonly string[]): Shelved[];
  /** By id. */
  startingWith(prefix: string): Shelved[];
  newest(filter: RecordFilter): Shelved[];
  /** Every record without its text, newest first. */
  outline(): Outlined[];
  foundedBy(runId: string): Shelved[];
  /** For each record: the records, not archived, that name it. */
  supersededBy(ids: readonly string[]): Map<string, string[]>;
  settledAt(candidateIds: readonly string[]): SettledAt[];
  duplicatesOf(recordIds: readonly string[]): LedgerLine[];
  refusals(keys: { readonly summary_key: string; readonly text_key: string }): LedgerLine[];
  linesStartingWith(prefix: string): LedgerLine[];
  linesOf(runId: string): LedgerLine[];
  counts(): IndexCounts;
}

export interface Matching {
  readonly terms: readonly string[];
  readonly limit: number;
  readonly categories?: readonly Category[] | undefined;
}

/** How much a term counts for, by where it stands. */
export const weights = { summary: 3, triggers: 2, detail: 1 } as const;
