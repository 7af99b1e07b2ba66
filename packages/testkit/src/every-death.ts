import type { Disk } from "@holdfast/schema";
import type { Change } from "./changes.ts";
import { type Death, dyingDisk } from "./dying-disk.ts";
import { type MemoryDisk, memoryDisk } from "./memory-disk.ts";

/** Something done on a disk, the same each time. */
export type Scenario = (disk: Disk) => Promise<unknown>;

/** A death, and the step it strikes: its own title, as `${death.title}`. */
export interface DeathPoint extends Death {
  readonly title: string;
}

/** The changing steps of a scenario that nothing disturbs. */
export async function changesOf(
  scenario: Scenario,
  start: () => MemoryDisk = memoryDisk,
): Promise<readonly Change[]> {
  const disk = dyingDisk(start());
  await scenario(disk);
  return disk.changes;
}

/**
 * Every way a scenario can die: before and after each changing step, and half-way through each that writes bytes. The
 * scenario is run once to count them.
 */
export async function everyDeath(
  scenario: Scenario,
  start: () => MemoryDisk = memoryDisk,
): Promise<DeathPoint[]> {
  const changes = await changesOf(scenario, start);
  return changes.flatMap(({ name, path }, i) => {
    const writes = name === "create" || name === "append";
    const whens = writes ? (["before", "during", "after"] as const) : (["before", "after"] as const);
    return whens.map((when) => ({ at: i + 1, when, title: `${when} step ${i + 1}, ${name} ${path}` }));
  });
}

/**
 * Runs a scenario until it dies and gives back the disk under it, to be looked at through `afterKill()` or `afterPowerCut()`.
 * What the scenario throws once it is dead is of no interest; what it throws before is thrown.
 */
export async function runUntil(
  death: Death,
  scenario: Scenario,
  start: () => MemoryDisk = memoryDisk,
): Promise<MemoryDisk> {
  const disk = start();
  const dying = dyingDisk(disk, death);
  try {
    await scenario(dying);
  } catch (error) {
    if (!dying.dead) throw error;
  }
  return disk;
}
