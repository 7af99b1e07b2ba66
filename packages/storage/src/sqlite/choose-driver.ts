/** The drivers we know, by the name under which each is loaded. */
export type DriverName = "bun:sqlite" | "better-sqlite3" | "better-sqlite3-node20" | "node:sqlite";

/**
 * The drivers to try on this host, in order. No version of better-sqlite3 serves every Node: 13 needs Node-API 10 and crashes
 * without it, 12 aborts on recent Node 24. Bun is never asked for either: its released binaries can't rely on an addon.
 */
export function chooseDrivers(versions: Readonly<Record<string, string | undefined>>): readonly DriverName[] {
  if (versions.bun !== undefined) return ["bun:sqlite"];
  const addon = Number(versions.napi) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";
  return [addon, "node:sqlite"];
}
