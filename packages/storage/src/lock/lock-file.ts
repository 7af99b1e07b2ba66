import { accessSync, type BigIntStats, constants, lstatSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { diskFailure } from "../disk/disk-failure.ts";
import { asLockFailure, foreign } from "./lock-failure.ts";

/** What stands under the name of the lock. Told by a stat alone: opening the file could drop a lock on it. */
export type LockState =
  | { readonly kind: "missing" | "usable" }
  | { readonly kind: "foreign"; readonly message: string };

/** Looks at the lock without opening it. Our lock is an empty file; anything else of that name is foreign. */
export function inspectLock(path: string): LockState {
  const stat = statOf(path);
  if (stat === undefined) return { kind: "missing" };
  const what = strangeness(stat);
  return what === undefined
    ? { kind: "usable" }
    : { kind: "foreign", message: `${path} is not our lock: it is ${what}.` };
}

/** Device and inode of the file at a path: what a lock is really on. Undefined when nothing is there. */
export function identityOf(path: string): string | undefined {
  const stat = statOf(path);
  return stat && `${stat.dev}:${stat.ino}`;
}

/** After it returns there is an empty lock file that may be written. Throws `store_read_only` or `lock_unreadable`. */
export function prepareLockFile(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
    if (statOf(path) === undefined) createEmpty(path);
    else refuseForeign(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw asLockFailure(error, path);
  }
}

/**
 * Moves what is not our lock out of the way, to `<path>.set-aside-<n>`, and gives back where; undefined when there is nothing
 * foreign. Nothing is opened and nothing is overwritten.
 */
export function setAsideForeignLock(path: string): string | undefined {
  if (inspectLock(path).kind !== "foreign") return undefined;
  try {
    for (let n = 1; ; n++) {
      const aside = `${path}.set-aside-${n}`;
      if (statOf(aside) !== undefined) continue;
      renameSync(path, aside);
      return aside;
    }
  } catch (error) {
    throw asLockFailure(error, path);
  }
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw diskFailure(error, "look at", path);
  }
}

function strangeness(stat: BigIntStats): string | undefined {
  if (stat.isSymbolicLink()) return "a link";
  if (stat.isDirectory()) return "a folder";
  if (!stat.isFile()) return "no file";
  return stat.size === 0n ? undefined : `a file of ${stat.size} bytes that something else wrote`;
}

function refuseForeign(path: string): void {
  const state = inspectLock(path);
  if (state.kind === "foreign") throw foreign(state.message);
}

/** Synchronous, and only where there was none: no one in this thread can hold what is closed here. */
function createEmpty(path: string): void {
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!exists) throw error; // else another process was faster, and its file is as good
  }
}
