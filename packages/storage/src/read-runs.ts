import { countFates, type Disk, type OutcomeRow, type RunReport } from "@holdfast/schema";
import type { MemoryIndex } from "./index/memory-index.ts";
import { readRunLog } from "./run-log/read-run-log.ts";

/** Runs, newest first. An interrupted one also shows what it made durable before it could say so. */
export async function readRuns(
  disk: Disk,
  index: MemoryIndex,
  path: string,
  { limit, active }: { limit: number; active: string | undefined },
): Promise<RunReport[]> {
  const bytes = await disk.read(path);
  if (bytes === undefined) return [];
  const reports = readRunLog(bytes, active).slice(0, limit);
  return Promise.all(reports.map((run) => (run.status === "interrupted" ? withDurable(index, run) : run)));
}

async function withDurable(index: MemoryIndex, run: RunReport): Promise<RunReport> {
  const { records, lines } = await index.outcomesOf(run.run_id);
  const outcomes = new Map<string, OutcomeRow>();
  for (const record of records) {
    for (const source of record.sources.filter(({ run_id }) => run_id === run.run_id)) {
      const { candidate_id, action } = source;
      const { category, scope, id: record_id, summary } = record;
      const reason = "found in its record";
      outcomes.set(candidate_id, { candidate_id, category, scope, fate: action, record_id, reason, summary });
    }
  }
  for (const { candidate_id, fate, reason, record_id, candidate } of lines) {
    const known = "category" in candidate ? candidate : undefined;
    outcomes.set(candidate_id, {
      candidate_id,
      ...(known && { category: known.category, summary: known.summary }),
      scope: known?.scope_suggestion ?? "project",
      fate,
      ...(record_id && { record_id }),
      reason,
    });
  }
  for (const outcome of run.outcomes) outcomes.set(outcome.candidate_id, outcome);
  const rows = [...outcomes.values()];
  return { ...run, outcomes: rows, counts: countFates(rows) };
}
