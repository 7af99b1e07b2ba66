import { relative, sep } from "node:path";
import { HoldfastError, type MemoryRecord } from "@holdfast/schema";
import { replaceDurably } from "./disk/durable.ts";
import { flipStatus } from "./records/flip-status.ts";
import { parseRecord } from "./records/parse-record.ts";
import type { StoreParts } from "./store-parts.ts";

/**
 * Flips the status line of a record's file and nothing else. The only change that code makes to a record. Throws `not_found`, or
 * `store_unreadable` where the file can't be understood.
 */
export async function flip(
  { disk, index, paths, scope }: StoreParts,
  recordId: string,
  status: MemoryRecord["status"],
): Promise<void> {
  const row = (await index.find(recordId)).find(({ id }) => id === recordId);
  if (row === undefined) throw notFound(recordId);
  const [stat, bytes] = [await disk.stat(row.path), await disk.read(row.path)];
  if (stat === undefined || bytes === undefined) throw notFound(recordId);
  const place = { path: relative(paths.dir, row.path).split(sep).join("/"), scope, mtimeMs: stat.mtimeMs };
  const flipped = flipStatus(bytes, place, status);
  if (flipped === bytes) return;
  await replaceDurably(disk, row.path, flipped);
  const read = parseRecord(flipped, place);
  if (read.kind === "record") await index.add([{ record: read.record, path: row.path }], []);
}

function notFound(recordId: string): HoldfastError {
  return new HoldfastError("not_found", `There is no record with the id ${recordId}.`, {
    hint: "It may have been removed by hand. `holdfast list` shows what is there. Nothing was changed.",
  });
}
