import {
  countFates,
  instantSchema,
  type OutcomeRow,
  type RunLogLine,
  type RunReport,
  runLogLineSchema,
} from "@holdfast/schema";
import { completeLines, jsonOf } from "../disk/lines.ts";

/**
 * The runs of a log, newest first. A run that never finished is `interrupted` and shows what its chunks did; the one with the id
 * `active` is left out as long as it has not finished. Lines that can't be read are passed over. Never throws.
 */
export function readRunLog(bytes: Uint8Array, active?: string): RunReport[] {
  const runs = new Map<string, RunLogLine[]>();
  for (const line of linesOf(bytes)) {
    const known = runs.get(line.run_id);
    if (known) known.push(line);
    else runs.set(line.run_id, [line]);
  }
  return [...runs]
    .reverse()
    .flatMap(([id, lines]) => finished(id, lines) ?? (id === active ? [] : interrupted(id, lines)));
}

function* linesOf(bytes: Uint8Array): Generator<RunLogLine> {
  for (const { bytes: line } of completeLines(bytes).lines) {
    const read = runLogLineSchema.safeParse(jsonOf(line));
    if (read.success) yield read.data;
  }
}

function finished(run_id: string, lines: readonly RunLogLine[]): RunReport | undefined {
  const line = lines.findLast((one) => one.kind === "finished");
  return line && { ...line.report, run_id, outcomes: outcomesOf(lines) };
}

function interrupted(run_id: string, lines: readonly RunLogLine[]): RunReport | [] {
  const started = lines.find((line) => line.kind === "started");
  const chunks = lines.filter((line) => line.kind === "chunk");
  const started_at = instantSchema.safeParse(started?.at).data ?? timeOf(run_id);
  if (started_at === undefined) return []; // neither the line of its start nor its id tells when: no report
  const outcomes = outcomesOf(lines);
  return {
    run_id,
    command: started?.command ?? "unknown",
    status: "interrupted",
    model: started?.model ?? "unknown",
    started_at,
    duration_ms: Math.round(chunks.reduce((sum, { ms }) => sum + ms, 0)),
    counts: countFates(outcomes),
    model_calls: chunks.reduce((sum, { model_calls }) => sum + model_calls, 0),
    tokens: { input: 0, output: 0 },
    outcomes,
    warnings: [],
  };
}

/** A candidate that several chunks looked at ended as the last of them says. */
function outcomesOf(lines: readonly RunLogLine[]): OutcomeRow[] {
  const outcomes = new Map<string, OutcomeRow>();
  for (const line of lines) {
    if (line.kind !== "chunk") continue;
    for (const outcome of line.outcomes) outcomes.set(`${outcome.scope} ${outcome.candidate_id}`, outcome);
  }
  return [...outcomes.values()];
}

/** `run_20261130T212500_ab12cd` started at 21:25. */
function timeOf(runId: string): string | undefined {
  const stamp = /^run_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)_/.exec(runId);
  if (!stamp) return undefined;
  const [, year, month, day, hour, minute, second] = stamp;
  return instantSchema.safeParse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`).data;
}
