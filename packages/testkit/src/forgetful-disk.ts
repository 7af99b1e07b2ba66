import { type Disk, HoldfastError } from "@holdfast/schema";
import { type Step, stepByStep } from "./changes.ts";

/** A disk that forgets once. */
export interface ForgetfulDisk extends Disk {
  /** How many files were to be synced so far. */
  readonly syncs: number;
}

/**
 * `disk`, whose sync of a file with number `at` (the first is 1) fails and forgets: the file reads as before, and syncing it again succeeds and
 * makes nothing durable, until it is cut off or replaced. So Linux does when writing back fails (https://wiki.postgresql.org/wiki/Fsync_Errors).
 */
export function forgetfulDisk(disk: Disk, at: number): ForgetfulDisk {
  const forgotten = new Set<string>();
  let syncs = 0;

  async function take({ change: { name, path, to }, whole }: Step): Promise<unknown> {
    if (name === "sync") {
      if (++syncs === at) {
        forgotten.add(path);
        throw new HoldfastError("disk_failed", `sync ${path} failed.`, {
          hint: "This disk fails on purpose, for tests.",
        });
      }
      if (forgotten.has(path)) return;
    }
    if (name === "truncate" || name === "unlink" || name === "rename") forgotten.delete(to ?? path);
    return whole();
  }

  return {
    ...stepByStep(disk, take),
    get syncs() {
      return syncs;
    },
  };
}
