import {
  type Candidate,
  candidateSchema,
  categoryOf,
  type Problem,
  type StagedCandidate,
  type StagingEnvelope,
  type StagingFile,
  stagingEnvelopeSchema,
} from "@holdfast/schema";
import { isNewer } from "../dead-letters/dead-letter-file.ts";
import { jsonOf } from "../disk/lines.ts";
import { isEarlierStaging } from "../earlier-system.ts";
import { rawOf } from "./raw-of.ts";

export function renderStagingFile(file: StagingFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What stands in a staging file: what can be worked off, and what can't be read. */
export interface StagingRead {
  readonly staged: readonly StagedCandidate[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a staging file member by member: one that is malformed costs only itself. A file that is no staging file at all is one
 * problem; one of a newer version or of the earlier system stays where it is. `name` is its name in the staging folder. Never throws.
 */
export function readStagingFile(bytes: Uint8Array, name: string): StagingRead {
  const path = `staging/${name}`;
  const opened = openStagingFile(bytes);
  if (opened.kind === "newer") {
    const message = `${path} was written by a newer version. It waits for that one.`;
    return { staged: [], problems: [{ kind: "newer", path, message }] };
  }
  if (opened.kind === "earlier") {
    const message = `${path} was written by the earlier memory system. It stays as it is.`;
    return { staged: [], problems: [{ kind: "earlier", path, message }] };
  }
  if (opened.kind === "malformed") {
    const message = `${path} is no staging file: ${opened.reason}`;
    return {
      staged: [],
      problems: [{ kind: "malformed_file", path, message, ...rawOf(bytes), ...opened.session }],
    };
  }
  return readMembers(opened, path, name);
}

/** The outside of a staging file, and all of it as it was written, with what we don't know. */
export interface OpenStagingFile {
  readonly kind: "open";
  readonly envelope: StagingEnvelope;
  readonly file: {
    readonly [key: string]: unknown;
    readonly candidates: { readonly [group: string]: unknown };
  };
}

export type StagingFileOpening =
  | OpenStagingFile
  | { readonly kind: "newer" }
  | { readonly kind: "earlier" }
  | { readonly kind: "malformed"; readonly reason: string; readonly session: { session_id?: string } };

/** Reads the outside of a staging file. Never throws. */
export function openStagingFile(bytes: Uint8Array): StagingFileOpening {
  const file = jsonOf(bytes);
  if (isNewer(file)) return { kind: "newer" };
  if (isEarlierStaging(file)) return { kind: "earlier" };
  const read = stagingEnvelopeSchema.safeParse(file);
  if (read.success) return { kind: "open", envelope: read.data, file: file as OpenStagingFile["file"] };
  const issue = read.error.issues[0];
  const reason =
    file === undefined ? "it is not JSON" : `${issue?.path.join(".") || "it"}: ${issue?.message}`;
  return { kind: "malformed", reason, session: sessionIn(file) };
}

function readMembers({ envelope, file }: OpenStagingFile, path: string, name: string): StagingRead {
  const { session_id, project_root } = envelope;
  const staged: StagedCandidate[] = [];
  const problems: Problem[] = [];
  const members = [...membersOf(file)];
  if (members.length === 0) {
    problems.push({ kind: "stray", path, message: `${path} holds no candidate. It can be removed.` });
  }
  for (const { group, index, raw } of members) {
    const read = onlyOnce(readMember(group, raw), staged);
    if (read.kind === "candidate") {
      staged.push({ candidate: read.candidate, session_id, project_root, file: name });
      continue;
    }
    const message = `${path}: candidates.${group}[${index}]${read.reason}`;
    problems.push({ kind: "malformed_member", path, message, member: { group, index, raw }, session_id });
  }
  return { staged, problems };
}

type MemberRead =
  | { readonly kind: "candidate"; readonly candidate: Candidate }
  | { readonly kind: "malformed"; readonly reason: string };

/** An id stands for its words: with other words under the same id, one of the two would be lost when the other is settled. */
function onlyOnce(read: MemberRead, before: readonly StagedCandidate[]): MemberRead {
  if (read.kind !== "candidate") return read;
  const { candidate_id, summary, detail, why } = read.candidate;
  const other = before.find(({ candidate }) => candidate.candidate_id === candidate_id)?.candidate;
  if (!other || (other.summary === summary && other.detail === detail && other.why === why)) return read;
  return { kind: "malformed", reason: ": has the id of another candidate, and other words" };
}

function readMember(group: string, raw: unknown): MemberRead {
  if (categoryOf(group) === undefined) return { kind: "malformed", reason: ": there is no such group" };
  const read = candidateSchema.safeParse(raw);
  if (read.success) return { kind: "candidate", candidate: read.data };
  const issue = read.error.issues[0];
  const field = issue?.path.map((key) => `.${String(key)}`).join("") ?? "";
  return { kind: "malformed", reason: `${field}: ${issue?.message}` };
}

/** One member of a staging file, of a group that we know or not. */
export interface StagingMember {
  readonly group: string;
  readonly index: number;
  readonly raw: unknown;
}

/** Every member in every list under `candidates`, also in lists that we don't know: none is lost unseen. */
export function* membersOf(file: OpenStagingFile["file"]): Generator<StagingMember> {
  for (const [group, members] of Object.entries(file.candidates)) {
    if (!Array.isArray(members)) continue;
    for (const [index, raw] of members.entries()) yield { group, index, raw };
  }
}

function sessionIn(file: unknown): { session_id?: string } {
  if (typeof file !== "object" || file === null || !("session_id" in file)) return {};
  return typeof file.session_id === "string" ? { session_id: file.session_id } : {};
}
