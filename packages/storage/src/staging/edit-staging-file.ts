import { type Candidate, candidateSchema, categoryOf, type Problem } from "@holdfast/schema";
import { membersOf, openStagingFile, type StagingMember } from "./staging-file.ts";

/** What becomes of a staging file. Nothing is done yet: who asks replaces or removes it. */
export type StagingEdit =
  | { readonly kind: "unchanged" }
  | { readonly kind: "rewritten"; readonly bytes: Uint8Array }
  | { readonly kind: "empty" };

/** What a chunk settled and changed. */
export interface Consumption {
  /** Candidate ids, each with the highest round that is settled (0 for the first). A later round stays: it is not settled yet. */
  readonly settled: ReadonlyMap<string, number>;
  /** Candidates that stay, with other attempts or violations. */
  readonly changed: readonly Candidate[];
}

/**
 * A staging file without what is settled, and with what changed. Members that can't be read and keys that we don't know stay as they
 * were; a file that can't be read as a whole is unchanged.
 */
export function withoutSettled(bytes: Uint8Array, { settled, changed }: Consumption): StagingEdit {
  const changes = new Map(changed.map((candidate) => [keyOf(candidate), candidate]));
  return edit(bytes, ({ group, raw }) => {
    const candidate = categoryOf(group) && candidateSchema.safeParse(raw).data;
    if (candidate === undefined) return raw;
    const round = settled.get(candidate.candidate_id);
    if (round !== undefined && roundOf(candidate) <= round) return removed;
    const change = changes.get(keyOf(candidate));
    return change === undefined || isSame(change, candidate) ? raw : changedMember(raw as object, change);
  });
}

/**
 * A staging file without members that are safe as dead letters. They are told by what they hold, as places shift; a member that changed
 * in the meantime stays.
 */
export function withoutMembers(bytes: Uint8Array, problems: readonly Problem[]): StagingEdit {
  const gone = new Set(problems.map(({ member }) => member && contentOf(member)));
  return edit(bytes, (member) => (gone.has(contentOf(member)) ? removed : member.raw));
}

const removed = Symbol("removed");

function edit(bytes: Uint8Array, change: (member: StagingMember) => unknown): StagingEdit {
  const opened = openStagingFile(bytes);
  if (opened.kind !== "open") return { kind: "unchanged" };
  const before = [...membersOf(opened.file)];
  const after = before.map((member) => ({ ...member, raw: change(member) }));
  const kept = after.filter(({ raw }) => raw !== removed);
  if (kept.length === 0) return { kind: "empty" };
  if (after.every(({ raw }, i) => raw === before[i]!.raw)) return { kind: "unchanged" };
  const file = { ...opened.file, candidates: { ...opened.file.candidates, ...listsOf(before, kept) } };
  return { kind: "rewritten", bytes: new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`) };
}

/** The lists that had members, with those that are left. */
function listsOf(
  before: readonly StagingMember[],
  kept: readonly StagingMember[],
): Record<string, unknown[]> {
  const lists: Record<string, unknown[]> = Object.fromEntries(before.map(({ group }) => [group, []]));
  for (const { group, raw } of kept) lists[group]!.push(raw);
  return lists;
}

const known = new Set(Object.keys(candidateSchema.shape));

function changedMember(member: object, change: Candidate): object {
  const unknown = Object.entries(member).filter(([key]) => !known.has(key));
  return { ...change, ...Object.fromEntries(unknown) };
}

function isSame(a: Candidate, b: Candidate): boolean {
  return JSON.stringify(candidateSchema.parse(a)) === JSON.stringify(b);
}

function keyOf(candidate: Candidate): string {
  return `${candidate.candidate_id} ${roundOf(candidate)}`;
}

function roundOf({ round }: Candidate): number {
  return round ?? 0;
}

function contentOf({ group, raw }: Pick<StagingMember, "group" | "raw">): string {
  return `${group} ${JSON.stringify(raw)}`;
}
