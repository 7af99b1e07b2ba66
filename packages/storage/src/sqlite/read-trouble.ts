import { SqliteFailure, type SqliteTrouble } from "./database.ts";

/** What a driver threw, as a {@link SqliteFailure}. Drivers tell the result code by name, by number, or both. */
export function asSqliteFailure(error: unknown): SqliteFailure {
  if (error instanceof SqliteFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SqliteFailure(readTrouble(error), message, error);
}

/** The kind of trouble in an error of any driver. */
export function readTrouble(error: unknown): SqliteTrouble {
  if (typeof error !== "object" || error === null) return "failed";
  if ("code" in error && typeof error.code === "string") {
    const name = /^SQLITE_[A-Z]+/.exec(error.code)?.[0];
    if (name !== undefined) return byName[name] ?? "failed";
  }
  const number = "errcode" in error ? error.errcode : "errno" in error ? error.errno : undefined;
  return typeof number === "number" ? (byNumber[number & 0xff] ?? "failed") : "failed";
}

const byName: { readonly [code: string]: SqliteTrouble } = {
  SQLITE_BUSY: "busy",
  SQLITE_LOCKED: "busy",
  SQLITE_CORRUPT: "damaged",
  SQLITE_NOTADB: "damaged",
  SQLITE_FULL: "full",
  SQLITE_READONLY: "read_only",
  SQLITE_CANTOPEN: "cannot_open",
};

const byNumber: { readonly [code: number]: SqliteTrouble } = {
  5: "busy",
  6: "busy",
  8: "read_only",
  11: "damaged",
  13: "full",
  14: "cannot_open",
  26: "damaged",
};
