import { join } from "node:path";
import type { LedgerLine, RecordRow, Source } from "@holdfast/schema";
import type { Answer } from "./answer.ts";
import type { Catalogue, Shelved } from "./catalogue.ts";
import { roundOf } from "./refresh-ledger.ts";

/** The rows of these records, in their order: with what names them, and with the duplicates that confirmed them. */
export function makeRows(
  catalogue: Catalogue,
  dir: string,
  shelved: readonly Shelved[],
): Answer<RecordRow[]> {
  const ids = shelved.map(({ record }) => record.id);
  const supersededBy = catalogue.supersededBy(ids);
  const duplicates = byRecord(catalogue.duplicatesOf(ids));
  const value = shelved.map(({ record, path, standing }): RecordRow => {
    const sources = [...record.sources, ...(duplicates.get(record.id) ?? []).map(asSource)];
    return {
      ...record,
      status: standing,
      superseded_by: supersededBy.get(record.id) ?? [],
      sources,
      reinforced: sources.length,
      path: join(dir, path),
    };
  });
  return { value, paths: shelved.map(({ path }) => path) };
}

function byRecord(lines: readonly LedgerLine[]): Map<string, LedgerLine[]> {
  const found = new Map<string, LedgerLine[]>();
  for (const line of lines) {
    const known = found.get(line.record_id ?? "");
    if (known) known.push(line);
    else found.set(line.record_id ?? "", [line]);
  }
  return found;
}

function asSource(line: LedgerLine): Source {
  const { candidate_id, session_id, run_id, candidate } = line;
  const round = roundOf(line);
  const quote = "source_evidence" in candidate ? candidate.source_evidence?.quote : undefined;
  return {
    candidate_id,
    session_id,
    run_id,
    action: "duplicate",
    ...(round > 0 && { round }),
    ...(quote !== undefined && { quote }),
  };
}
