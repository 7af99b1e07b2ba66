import type { DriverName } from "./choose-driver.ts";
import { type Database, SqliteFailure } from "./database.ts";
import { loadDriver } from "./load-driver.ts";
import { asSqliteFailure } from "./read-trouble.ts";
import { type RawDatabase, wrapDriver } from "./wrap-driver.ts";

/**
 * Opens a database, creating an empty one where there is none (give it its mode by creating the file first). Loads the driver
 * at the first call. A wait for a lock blocks the event loop, for at most `busyMs`; 0 does not wait. Throws
 * `sqlite_missing` when no driver works here, and a `SqliteFailure` when the file can't be opened.
 */
export function openDatabase(path: string, options: { busyMs: number }): Database {
  const database = wrapDriver(openRaw(path));
  try {
    database.exec(`pragma busy_timeout = ${options.busyMs}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function openRaw(path: string): RawDatabase {
  const driver = loadDriver();
  try {
    return driver.open(path);
  } catch (error) {
    const failure = asSqliteFailure(error);
    if (failure.trouble !== "failed") throw failure;
    throw new SqliteFailure("cannot_open", failure.message, error); // drivers check the folder themselves
  }
}

/** The driver in use on this host, for status. Throws `sqlite_missing` when there is none. */
export function driverName(): DriverName {
  return loadDriver().name;
}
