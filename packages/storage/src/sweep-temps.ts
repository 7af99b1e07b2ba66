import { join } from "node:path";
import { isTempName } from "./disk/durable.ts";
import type { StoreParts } from "./store-parts.ts";

/** Files that a process was writing when it died. They hold nothing that was acknowledged; a live process's are not among them. */
export async function deadTemps({ disk, paths, isAlive }: StoreParts): Promise<string[]> {
  const found: string[] = [];
  for (const folder of [paths.dir, paths.staging, paths.deadLetters, ...paths.records]) {
    const names = (await disk.list(folder)).filter((name) => isTempName(name) && !isAlive(writerOf(name)));
    found.push(...names.map((name) => join(folder, name)));
  }
  return found;
}

/** Removes them. */
export async function sweepTemps(parts: StoreParts): Promise<void> {
  for (const path of await deadTemps(parts)) await parts.disk.unlink(path);
}

/** The process that wrote a temporary file stands in its name. */
function writerOf(tempName: string): number {
  return Number(/\.(\d+)-\d+\.tmp$/.exec(tempName)?.[1] ?? 0);
}
