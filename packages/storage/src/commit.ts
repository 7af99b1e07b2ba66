import { join } from "node:path";
import { type Durable, type LedgerLine, type MemoryRecord, redactDeep } from "@holdfast/schema";
import { deadLetterName, renderDeadLetter } from "./dead-letters/dead-letter-file.ts";
import { createDurably, replaceDurably } from "./disk/durable.ts";
import { appendToLedger } from "./ledger/append-to-ledger.ts";
import { recordPath } from "./records/record-path.ts";
import { renderRecord } from "./records/render-record.ts";
import type { StoreParts } from "./store-parts.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * The only way memory grows. Each outcome is one durable step; dying between two leaves both true, and repeating one changes nothing, as
 * its name or its line derives from its candidate. The index learns last: it is a cache.
 */
export async function commit(
  { disk, paths, index }: StoreParts,
  outcomes: readonly Durable[],
): Promise<void> {
  const clean = redactDeep(outcomes);
  const records = clean.flatMap((one) => (one.kind === "record" ? one.record : []));
  const lines = clean.flatMap((one) => (one.kind === "ledger" ? one.line : []));
  const letters = clean.flatMap((one) => (one.kind === "dead_letter" ? one.letter : []));

  const added = records.map((record) => ({ record, path: join(paths.dir, recordPath(record)) }));
  await createDurably(
    disk,
    added.map(({ record, path }) => ({ path, bytes: bytesOf(renderRecord(record)) })),
  );
  await appendToLedger(disk, paths.ledger, lines);
  for (const letter of letters) {
    const path = join(paths.deadLetters, deadLetterName(letter.candidate_id));
    await replaceDurably(disk, path, bytesOf(renderDeadLetter(letter)));
  }
  await learn(index, added, lines);
}

async function learn(
  index: StoreParts["index"],
  added: readonly { record: MemoryRecord; path: string }[],
  lines: readonly LedgerLine[],
): Promise<void> {
  if (added.length + lines.length > 0) await index.add(added, lines);
}
