/** What a column or a parameter may hold. */
export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * One open SQLite database, whichever driver is behind it. Parameters are anonymous `?`; statements are prepared once and
 * kept. Every method is synchronous and throws {@link SqliteFailure} alone.
 */
export interface Database {
  /** Runs statements that give nothing back: schema, pragmas, `begin`. */
  exec(sql: string): void;
  run(sql: string, ...params: readonly SqlValue[]): { readonly changes: number };
  get(sql: string, ...params: readonly SqlValue[]): SqlRow | undefined;
  all(sql: string, ...params: readonly SqlValue[]): SqlRow[];
  /** Commits what `work` did when it returns, and rolls it back when it throws. Not nestable, never asynchronous. */
  transaction<T>(work: () => T): T;
  /** Gives back every lock that SQLite holds for it. Closing twice is allowed. */
  close(): void;
}

/** Why SQLite refused. `damaged` means that the file is no database, or no longer one. */
export type SqliteTrouble = "busy" | "damaged" | "full" | "read_only" | "cannot_open" | "failed";

/** The one error that a {@link Database} throws. It stays inside this package. */
export class SqliteFailure extends Error {
  readonly trouble: SqliteTrouble;

  constructor(trouble: SqliteTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "SqliteFailure";
    this.trouble = trouble;
  }
}

/** True for a {@link SqliteFailure}, of one of the named kinds when some are named. */
export function isSqliteFailure(
  error: unknown,
  ...troubles: readonly SqliteTrouble[]
): error is SqliteFailure {
  if (!(error instanceof SqliteFailure)) return false;
  return troubles.length === 0 || troubles.includes(error.trouble);
}
