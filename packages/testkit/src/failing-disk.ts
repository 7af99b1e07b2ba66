import { type Disk, HoldfastError } from "@holdfast/schema";
import { type Change, type Step, stepByStep } from "./changes.ts";

/** Which changing steps fail: the one with number `at` (the first is 1), or all from it on until `heal()`. */
export interface Failure {
  readonly at: number;
  readonly code: "disk_full" | "disk_failed" | "store_read_only";
  readonly lasting?: boolean;
  /** `create` and `append` leave the first half of their bytes; so they do on a full disk unless it is said otherwise. */
  readonly short?: boolean;
}

/** A disk that fails and works again. */
export interface FailingDisk extends Disk {
  /** The changing steps so far, those that failed among them. */
  readonly changes: readonly Change[];
  /** How many failed. */
  readonly failures: number;
  /** From now on everything works. */
  heal(): void;
}

/**
 * `disk`, with steps that fail. A failing step changes nothing, except for a short write.
 */
export function failingDisk(
  disk: Disk,
  { at, code, lasting = false, short = code === "disk_full" }: Failure,
): FailingDisk {
  const changes: Change[] = [];
  let failures = 0;
  let healed = false;

  async function take({ change, whole, half }: Step): Promise<unknown> {
    changes.push(change);
    const fails = !healed && (lasting ? changes.length >= at : changes.length === at);
    if (!fails) return whole();
    failures++;
    if (short) await half?.();
    throw new HoldfastError(code, `${change.name} ${change.path} failed.`, {
      hint: "This disk fails on purpose, for tests.",
    });
  }

  return {
    ...stepByStep(disk, take),
    changes,
    get failures() {
      return failures;
    },
    heal: () => {
      healed = true;
    },
  };
}
