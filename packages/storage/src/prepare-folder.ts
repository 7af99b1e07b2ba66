import type { Disk } from "@holdfast/schema";
import { createDurably } from "./disk/durable.ts";
import { checkInside } from "./place/check-inside.ts";
import type { StorePaths } from "./store-paths.ts";

/**
 * Makes a store's folder before the first thing is written to it: private to its owner, and out of git until the person says
 * otherwise. Throws `store_unreadable` where something in it would lead out of it.
 */
export async function prepareFolder(disk: Disk, paths: StorePaths): Promise<void> {
  await checkInside(disk, paths.dir);
  if (await disk.stat(paths.ignore)) return;
  await createDurably(disk, [{ path: paths.ignore, bytes: new TextEncoder().encode("*\n") }]);
}
