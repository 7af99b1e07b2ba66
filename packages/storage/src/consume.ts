import { join } from "node:path";
import type { Candidate, Disk } from "@holdfast/schema";
import { replaceDurably } from "./disk/durable.ts";
import { type Consumption, withoutSettled } from "./staging/edit-staging-file.ts";

/**
 * Takes settled candidates out of the files they wait in and puts changed ones back. Dying here leaves some of them staged although they
 * are settled: the next run sees that and takes them out.
 */
export async function consume(
  disk: Disk,
  folder: string,
  files: ReadonlyMap<string, readonly string[]>,
  change: Consumption,
): Promise<void> {
  const ids = [
    ...change.settled.keys(),
    ...change.changed.map(({ candidate_id }: Candidate) => candidate_id),
  ];
  for (const name of new Set(ids.flatMap((id) => files.get(id) ?? []))) {
    const path = join(folder, name);
    const bytes = await disk.read(path);
    if (bytes === undefined) continue;
    const edit = withoutSettled(bytes, change);
    if (edit.kind === "empty") await disk.unlink(path);
    else if (edit.kind === "rewritten") await replaceDurably(disk, path, edit.bytes);
  }
}
