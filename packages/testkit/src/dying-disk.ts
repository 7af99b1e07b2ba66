import type { Disk } from "@holdfast/schema";
import { type Change, type Step, stepByStep } from "./changes.ts";

/**
 * When a process dies: at the changing step with number `at` (the first is 1), before it, after it, or with the first half of
 * its bytes written (`during`: only `create` and `append`; other steps are done at once, so that it is `before` there).
 */
export interface Death {
  readonly at: number;
  readonly when: "before" | "during" | "after";
}

/** What a dead disk throws: no error of ours, so that nothing can take it for one it knows how to handle. */
export class Died extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Died";
  }
}

/** A disk whose process dies. Once it is dead, every method throws {@link Died}, as nothing runs in a dead process. */
export interface DyingDisk extends Disk {
  /** The changing steps so far, the one it died at among them. */
  readonly changes: readonly Change[];
  readonly dead: boolean;
}

/** `disk`, until the process dies; without a `death` it lives, and only its steps are listed. */
export function dyingDisk(disk: Disk, death?: Death): DyingDisk {
  const changes: Change[] = [];
  let died: Died | undefined;
  const mustLive = () => {
    if (died) throw died;
  };

  async function take({ change, whole, half }: Step): Promise<unknown> {
    mustLive();
    changes.push(change);
    if (changes.length !== death?.at) return whole();
    died = new Died(`Died ${death.when} step ${death.at}: ${change.name} ${change.path}`);
    if (death.when === "after") await whole();
    if (death.when === "during") await half?.();
    throw died;
  }

  return {
    ...stepByStep(disk, take, mustLive),
    changes,
    get dead() {
      return died !== undefined;
    },
  };
}
