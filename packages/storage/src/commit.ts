import { dirname, join } from "node:path";
import { type Durable, type MemoryRecord, redactDeep } from "@holdfast/schema";
import { writeLetter } from "./dead-letters/write-letter.ts";
import { createDurably } from "./disk/durable.ts";
import { appendToLedger } from "./ledger/append-to-ledger.ts";
import { parseRecord } from "./records/parse-record.ts";
import { recordPath } from "./records/record-path.ts";
import { renderRecord } from "./records/render-record.ts";
import type { StoreParts } from "./store-parts.ts";

/**
 * The only way memory grows. Each outcome is one durable step; dying between two leaves both true, and repeating one changes nothing, as
 * its name or its line derives from its candidate. The index learns last: it is a cache.
 */
export async function commit(parts: StoreParts, outcomes: readonly Durable[]): Promise<void> {
  const clean = redactDeep(outcomes);
  const records = clean.flatMap((one) => (one.kind === "record" ? one.record : []));
  const lines = clean.flatMap((one) => (one.kind === "ledger" ? one.line : []));
  const letters = clean.flatMap((one) => (one.kind === "dead_letter" ? one.letter : []));

  const added = await createRecords(parts, records);
  await appendToLedger(parts.disk, parts.paths.ledger, lines);
  for (const letter of letters) await writeLetter(parts.disk, parts.paths.deadLetters, letter);
  if (added.length + lines.length > 0) await parts.index.add(added, lines);
}

interface Placed {
  readonly record: MemoryRecord;
  readonly path: string;
}

/**
 * A name may be taken: by this very record, founded before a crash, or by a file of a person, which stays as it is. The record then
 * gets the next name that is free.
 */
async function createRecords(parts: StoreParts, records: readonly MemoryRecord[]): Promise<Placed[]> {
  const placed: Placed[] = [];
  let open = records;
  for (let attempt = 1; open.length > 0; attempt++) {
    const tried = open.map((record) => ({
      record,
      path: join(parts.paths.dir, recordPath(record, attempt)),
    }));
    const created = await createDurably(
      parts.disk,
      tried.map(({ record, path }) => ({ path, bytes: new TextEncoder().encode(renderRecord(record)) })),
    );
    const taken: MemoryRecord[] = [];
    for (const [i, one] of tried.entries()) {
      if (created[i]) placed.push(one);
      else {
        const there = await recordAt(parts, one);
        if (there) placed.push({ ...one, record: there });
        else taken.push(one.record);
      }
    }
    open = taken;
  }
  return placed;
}

/** What stands under the name, when it is the record meant: the same id, founded on the same candidates. */
async function recordAt(
  { disk, scope }: StoreParts,
  { record, path }: Placed,
): Promise<MemoryRecord | undefined> {
  const stat = await disk.stat(path);
  const bytes = stat?.kind === "file" ? await disk.read(path) : undefined;
  if (stat === undefined || bytes === undefined) return undefined;
  const place = { path: recordPathIn(path), scope, mtimeMs: stat.mtimeMs };
  const read = parseRecord(bytes, place);
  if (read.kind !== "record" || read.record.id !== record.id) return undefined;
  const founders = new Set(read.record.sources.map(({ candidate_id }) => candidate_id));
  return record.sources.every(({ candidate_id }) => founders.has(candidate_id)) ? read.record : undefined;
}

/** Inside the memory folder: the name of its folder and its own. */
function recordPathIn(path: string): string {
  const parts = [dirname(path), path].map((one) => one.split(/[/\\]/).at(-1));
  return parts.join("/");
}
