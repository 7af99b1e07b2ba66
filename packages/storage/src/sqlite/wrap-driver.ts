import { type Database, SqliteFailure, type SqlRow, type SqlValue } from "./database.ts";
import { asSqliteFailure } from "./read-trouble.ts";

/** What the drivers have in common, by the names that all of them use. */
export interface RawDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): RawStatement;
  close(): unknown;
}

export interface RawStatement {
  run(...params: readonly SqlValue[]): { readonly changes: number | bigint };
  get(...params: readonly SqlValue[]): unknown;
  all(...params: readonly SqlValue[]): unknown[];
  /** Bun keeps a closed database, and its locks, until its statements are finalised. */
  finalize?(): void;
}

/** Makes a driver's database a {@link Database}. */
export function wrapDriver(raw: RawDatabase): Database {
  const statements = new Map<string, RawStatement>();
  let open = true;

  const attempt = <T>(work: () => T): T => {
    if (!open) throw new SqliteFailure("failed", "The database is closed.");
    try {
      return work();
    } catch (error) {
      throw asSqliteFailure(error);
    }
  };
  const prepared = (sql: string): RawStatement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = raw.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const exec = (sql: string): void => attempt(() => void raw.exec(sql));

  return {
    exec,
    run: (sql, ...params) => attempt(() => ({ changes: Number(prepared(sql).run(...params).changes) })),
    get: (sql, ...params) => attempt(() => (prepared(sql).get(...params) ?? undefined) as SqlRow | undefined),
    all: (sql, ...params) => attempt(() => prepared(sql).all(...params) as SqlRow[]),
    transaction: (work) => inTransaction(exec, work),
    close: () => {
      if (!open) return;
      attempt(() => {
        open = false;
        for (const statement of statements.values()) statement.finalize?.();
        statements.clear();
        raw.close();
      });
    },
  };
}

function inTransaction<T>(exec: (sql: string) => void, work: () => T): T {
  exec("begin immediate");
  try {
    const result = work();
    exec("commit");
    return result;
  } catch (error) {
    rollBack(exec);
    throw error;
  }
}

function rollBack(exec: (sql: string) => void): void {
  try {
    exec("rollback");
  } catch {
    // SQLite rolls back by itself on a full disk and on damage; the first error is the one to tell.
  }
}
