import type { ContextBlock, Fate, Recalled, RecordRow, RunReport, StagedRow, Status } from "@holdfast/schema";

/** Where a candidate ended, in a person's words. */
export const fateWords: { readonly [fate in Fate]: string } = {
  add: "added",
  supersede: "replaced an older one",
  merge: "merged",
  duplicate: "known already",
  discard: "discarded",
  left_staged: "waiting",
  rejected: "rejected, will be tried again",
  dead_lettered: "could not be saved",
};

/** `1 record`, `2 records`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** A run in one line: `memory: 3 added, 1 merged, 1 waiting`. */
export function oneLine({ counts, status, stage }: RunReport): string {
  const refused = stage?.refused.length ?? 0;
  const parts = [
    ...fatesIn(counts),
    ...(status === "deferred"
      ? [`deferred: ${stage?.staged.length ?? 0} staged, another writer is at work`]
      : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ];
  return `memory: ${parts.join(", ") || "nothing new"}`;
}

/** What became of a run's candidates: `3 added, 1 merged`. */
export function fatesText(counts: RunReport["counts"]): string {
  return fatesIn(counts).join(", ") || "nothing new";
}

function fatesIn(counts: RunReport["counts"]): string[] {
  const fates = (Object.keys(fateWords) as Fate[]).filter((fate) => counts[fate] > 0);
  return fates.map((fate) => `${counts[fate]} ${fateWords[fate]}`);
}

/** A run candidate by candidate, with the reasons, and the warnings that are worth telling. */
export function everyOutcome(report: RunReport, warnings: readonly string[] = report.warnings): string {
  const outcomes = report.outcomes.map(
    ({ fate, summary, candidate_id, reason, record_id }) =>
      `- ${fateWords[fate]}: ${summary ?? candidate_id}${record_id === undefined ? "" : ` (${record_id})`}\n  ${reason}`,
  );
  const already = (report.stage?.already ?? []).map(({ id, place }) => `- known already, in ${place}: ${id}`);
  const refused = [...(report.stage?.refused ?? []), ...(report.extraction?.refused ?? [])].map(
    ({ path, message }) => `- refused: ${path}: ${message}`,
  );
  return [oneLine(report), ...outcomes, ...already, ...refused, ...warnings.map((one) => `! ${one}`)].join(
    "\n",
  );
}

export function statusText({
  dir,
  records,
  staged,
  dead_letters,
  writer,
  model,
  extraction_model,
}: Status): string {
  const held = writer === null ? "free" : `${writer.command}, process ${writer.pid}`;
  return `${count(records, "record")} in ${dir}\n${staged} staged, ${count(dead_letters, "dead letter")}, writer: ${held}\njudges with ${model}, reads with ${extraction_model}`;
}

export function stagedText(rows: readonly StagedRow[]): string {
  if (rows.length === 0) return "Nothing waits.";
  const lines = rows.map(({ category, summary, reconcile_attempts: tried }) => {
    return `- ${category}: ${summary}${tried > 0 ? ` (${tried} rejected)` : ""}`;
  });
  return [`${rows.length} staged; /memory reconcile settles them.`, ...lines].join("\n");
}

export function recordsText(rows: readonly RecordRow[]): string {
  if (rows.length === 0) return "Nothing is remembered yet.";
  return rows
    .map(({ id, category, status, summary }) => `- ${id} ${category}, ${status}: ${summary}`)
    .join("\n");
}

export function recalledText(query: string, found: readonly Recalled[]): string {
  if (found.length === 0) return `Nothing is known about: ${query}`;
  return found
    .map(({ id, category, summary, detail, why }) => {
      return `- ${id} ${category}: ${summary}${detail === "" ? "" : `\n  ${detail}`}\n  ${why}`;
    })
    .join("\n");
}

/** The block that an agent is given: in this session, or for a prompt. */
export function givenText({ text, included, cut }: ContextBlock, prompt?: string): string {
  const whose =
    prompt === undefined ? "The agent is given in this session" : `For "${prompt}" it would be given`;
  const lines = cut.map(({ id, reason }) => `- cut: ${id}: ${reason}`);
  return [`${whose}: ${count(included.length, "record")}, ${cut.length} cut.`, text, ...lines]
    .filter((line) => line !== "")
    .join("\n");
}
