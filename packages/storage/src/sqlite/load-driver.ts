import { createRequire } from "node:module";
import { HoldfastError } from "@holdfast/schema";
import { chooseDrivers, type DriverName } from "./choose-driver.ts";
import { asSqliteFailure } from "./read-trouble.ts";
import type { RawDatabase } from "./wrap-driver.ts";

export interface Driver {
  readonly name: DriverName;
  open(path: string): RawDatabase;
}

/**
 * The first driver that loads here and opens a database, found once and kept. Throws `sqlite_missing`, and then looks again
 * the next time.
 */
export function loadDriver(): Driver {
  loaded ??= firstThatWorks(chooseDrivers(process.versions), loadByName);
  return loaded;
}

let loaded: Driver | undefined;

/** The first of `names` that `load` can give and that opens a database in memory; `sqlite_missing` says why none did. */
export function firstThatWorks(names: readonly DriverName[], load: (name: DriverName) => Driver): Driver {
  const reasons: string[] = [];
  for (const name of names) {
    try {
      const driver = load(name);
      driver.open(":memory:").close(); // an addon that loads may still fail here, for want of its binary
      return driver;
    } catch (error) {
      reasons.push(`${name}: ${asSqliteFailure(error).message.split("\n", 1)[0]}`);
    }
  }
  throw new HoldfastError("sqlite_missing", `No SQLite driver works here (${reasons.join("; ")}).`, {
    hint: `Install ${names[0]} beside Holdfast, or run it on Node 22.14 or newer. Reading works without it.`,
  });
}

/** Loads one driver; throws what its module throws. */
export function loadByName(name: DriverName): Driver {
  const module: unknown = createRequire(import.meta.url)(name);
  return { name, open: opener(name, module) };
}

type Constructor<Options extends readonly unknown[]> = new (path: string, ...options: Options) => RawDatabase;

function opener(name: DriverName, module: unknown): (path: string) => RawDatabase {
  if (name === "node:sqlite") {
    const { DatabaseSync } = module as { DatabaseSync: Constructor<[]> };
    return (path) => new DatabaseSync(path);
  }
  if (name === "bun:sqlite") {
    const { Database } = module as { Database: Constructor<[]> };
    return (path) => new Database(path);
  }
  const Addon = module as Constructor<[{ timeout: number }]>;
  return (path) => new Addon(path, { timeout: 0 });
}
