import {
  asQuotation,
  type ContextBlock,
  type Fate,
  type OutcomeRow,
  type Recalled,
  type RecordRow,
  type RunReport,
  type StagedRow,
  type Status,
  type StopReason,
} from "@holdfast/schema";

type Counts = RunReport["counts"];

/** Where a candidate ended, in a person's words. */
export const fateWords: { readonly [fate in Fate]: string } = {
  add: "added",
  supersede: "replaced an older one",
  merge: "merged",
  duplicate: "known already",
  discard: "discarded",
  left_staged: "waiting",
  rejected: "not settled, the answer about it could not be used: it stays staged",
  dead_lettered: "could not be saved",
};

/** `1 record`, `2 records`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** A run in one line: `memory: 3 added, 1 merged, 1 waiting`. */
export function oneLine({ counts, status, stage, stop_reason }: RunReport): string {
  const refused = stage?.refused.length ?? 0;
  const parts = [
    ...fatesIn(counts),
    ...(status === "deferred"
      ? [`deferred: ${stage?.staged.length ?? 0} staged, another writer is at work`]
      : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(stop_reason !== undefined && status === "stopped" ? [`stopped: ${stopWords[stop_reason]}`] : []),
  ];
  return `memory: ${parts.join(", ") || "nothing new"}`;
}

const stopWords: { readonly [reason in StopReason]: string } = {
  budget: "its time was used up",
  aborted: "it was to stop",
  stale_generation: "the session was replaced",
  token_cap: "its tokens were used up",
  window_cap: "its windows were used up",
  writer_busy: "another writer is at work",
  model_failed: "the model gave no answer",
};

/** What became of a run's candidates: `3 added, 1 merged`. */
export function fatesText(counts: Counts): string {
  return fatesIn(counts).join(", ") || "nothing new";
}

function fatesIn(counts: Counts): string[] {
  const fates = (Object.keys(fateWords) as Fate[]).filter((fate) => counts[fate] > 0);
  return fates.map((fate) => `${counts[fate]} ${fateWords[fate]}`);
}

/**
 * The report of a save, of its own candidates alone: each save settles on its way what waits and needs no model, of which the others' outcomes are
 * a count.
 */
export function ownReport(report: RunReport): { readonly own: RunReport; readonly others: Counts } {
  const mine = new Set(report.stage?.staged);
  const own = report.outcomes.filter(({ candidate_id }) => mine.has(candidate_id));
  const others = report.outcomes.filter(({ candidate_id }) => !mine.has(candidate_id));
  return { own: { ...report, outcomes: own, counts: counted(own) }, others: counted(others) };
}

function counted(outcomes: readonly OutcomeRow[]): Counts {
  const fates = Object.keys(fateWords) as Fate[];
  const counts = fates.map((fate) => [fate, outcomes.filter((one) => one.fate === fate).length] as const);
  return { ...(Object.fromEntries(counts) as { [fate in Fate]: number }), staged: outcomes.length };
}

/** So many lines of one kind are told; the rest is a number. */
const told = 40;

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
  return [
    oneLine(report),
    ...bounded(outcomes, "/memory runs and /memory staging tell more"),
    ...bounded(already, "known already"),
    ...bounded(refused, "refused"),
    ...bounded(
      warnings.map((one) => `! ${one}`),
      "warnings",
    ),
  ].join("\n");
}

function bounded(lines: readonly string[], what: string): readonly string[] {
  return lines.length <= told
    ? lines
    : [...lines.slice(0, told), `... and ${lines.length - told} more: ${what}.`];
}

export function statusText({
  dir,
  user_dir,
  records,
  staged,
  dead_letters,
  writer,
  model,
  extraction_model,
}: Status): string {
  const held = writer === null ? "free" : `${writer.command}, process ${writer.pid}`;
  return `${count(records, "record file")} in ${dir} and in yours, ${user_dir}\n${staged} staged, ${count(dead_letters, "dead letter")}, writer: ${held}\njudges with ${model}, reads with ${extraction_model}`;
}

export function stagedText(rows: readonly StagedRow[]): string {
  if (rows.length === 0) return "Nothing waits.";
  const lines = rows.map(({ category, summary, reconcile_attempts: tried }) => {
    return `- ${category}: ${summary}${tried > 0 ? ` (${tried} rejected)` : ""}`;
  });
  return [`${rows.length} staged; /memory reconcile settles them.`, ...lines].join("\n");
}

/** The newest records; `more` when there are others. */
export function recordsText(rows: readonly RecordRow[], more: boolean): string {
  if (rows.length === 0) return "Nothing is remembered yet.";
  const lines = rows.map(({ id, category, scope, observed_at, summary }) => {
    const yours = scope === "user" ? ", about you" : "";
    return `- ${id} ${category}${yours}, ${observed_at.slice(0, 10)}: ${summary}`;
  });
  return more ? [...lines, "... and more: /memory recall QUERY finds them."].join("\n") : lines.join("\n");
}

/** One record with what it rests on and what it replaced. */
export function recordText(row: RecordRow): string {
  const {
    id,
    category,
    status,
    scope,
    trust,
    summary,
    detail,
    why,
    sources,
    supersedes,
    superseded_by,
    path,
  } = row;
  const saying = [
    `${summary}`,
    ...(detail === "" ? [] : [detail]),
    ...(why === undefined ? [] : [`Why: ${why}`]),
  ];
  const rests = sources.map(
    (one) =>
      `- from ${one.candidate_id} (${one.action}), session ${one.session_id}, run ${one.run_id}${one.quote === undefined ? "" : `: "${one.quote}"`}`,
  );
  return [
    `${id}: ${category}, ${status}, ${scope === "user" ? "about you" : "of this project"}, trust ${trust}`,
    ...saying,
    ...rests,
    ...(supersedes.length > 0 ? [`replaces ${supersedes.join(", ")}`] : []),
    ...(superseded_by.length > 0 ? [`replaced by ${superseded_by.join(", ")}`] : []),
    path,
  ].join("\n");
}

export function recalledText(query: string, found: readonly Recalled[]): string {
  if (found.length === 0) return `Nothing is known about: ${query}`;
  return found
    .map(({ id, category, trust, summary, detail, why }) => {
      const said = trust === "user" ? (text: string) => text : asQuotation;
      return `- ${id} ${category}: ${said(summary)}${detail === "" ? "" : `\n  ${said(detail)}`}\n  ${why}`;
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
