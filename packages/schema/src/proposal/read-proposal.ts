import { bounds, lengthOf } from "../bounds.ts";
import type { Candidate } from "../candidate.ts";
import { type Category, categoryOf, type Group, groups } from "../category.ts";
import { HoldfastError } from "../errors.ts";
import type { Refused } from "../run-report.ts";
import type { ProposalContext } from "./context.ts";
import { listed } from "./listed.ts";
import { readCandidate } from "./read-candidate.ts";

/** A proposal, read member by member: one that is malformed costs only itself. */
export interface ReadProposal {
  readonly candidates: readonly Candidate[];
  readonly refused: readonly Refused[];
  /** What was filled in, dropped or redacted. */
  readonly notes: readonly Refused[];
}

/**
 * Reads `{lessons, preferences, decisions, domain}`, bare or under `candidates`. Missing groups are empty. Throws
 * `invalid_candidates` when the whole has another shape; whatever is wrong inside is refused by its path.
 */
export function readProposal(proposal: unknown, context: ProposalContext): ReadProposal {
  checkSessionId(context.sessionId);
  const candidates = new Map<string, Candidate>();
  const refused: Refused[] = [];
  const notes: Refused[] = [];
  let places = 0;
  for (const [group, members] of groupsIn(proposal, refused, notes)) {
    const category = categoryOf(group) as Category;
    for (const [index, member] of members.entries()) {
      const path = `candidates.${group}[${index}]`;
      if (++places > bounds.candidatesPerSave) {
        refused.push({
          path,
          message: `One save takes at most ${bounds.candidatesPerSave} candidates. Save this one in another call.`,
        });
        continue;
      }
      const read = readCandidate(category, member, path, context);
      notes.push(...read.notes);
      if (read.kind === "refused") refused.push(...read.refused);
      else if (!candidates.has(read.candidate.candidate_id))
        candidates.set(read.candidate.candidate_id, read.candidate);
      else notes.push({ path, message: "Says the same as one before it; the first is kept." });
    }
  }
  return { candidates: [...candidates.values()], refused, notes };
}

function* groupsIn(
  proposal: unknown,
  refused: Refused[],
  notes: Refused[],
): Generator<[Group, readonly unknown[]]> {
  const outer =
    typeof proposal === "object" && proposal !== null ? (proposal as { candidates?: unknown }) : {};
  const inner = (outer.candidates ?? outer) as object;
  const named =
    typeof inner === "object" && !Array.isArray(inner) ? groups.filter((group) => group in inner) : [];
  if (named.length === 0) {
    throw new HoldfastError(
      "invalid_candidates",
      "The proposal has none of the groups lessons, preferences, decisions, domain.",
      {
        hint: 'Send {"lessons": [], "preferences": [], "decisions": [], "domain": []} with an array in each. Nothing was staged.',
      },
    );
  }
  const others = Object.keys(inner).filter((key) => categoryOf(key) === undefined);
  if (others.length > 0) {
    notes.push({
      path: "candidates",
      message: `Ignored: ${listed(others)}. Known groups: ${groups.join(", ")}.`,
    });
  }
  for (const group of named) {
    const members = (inner as { [key: string]: unknown })[group];
    if (Array.isArray(members)) yield [group, members];
    else if (members !== null && members !== undefined) {
      refused.push({
        path: `candidates.${group}`,
        message: "Must be an array of candidates. Put each one in [ ].",
      });
    }
  }
}

function checkSessionId(sessionId: string): void {
  const length = lengthOf(sessionId);
  if (sessionId.trim() !== "" && length <= bounds.sessionId) return;
  throw new HoldfastError(
    "invalid_candidates",
    length === 0 || sessionId.trim() === ""
      ? "The session id is blank."
      : `The session id has ${length} characters.`,
    { hint: `Give a session id of 1 to ${bounds.sessionId} characters. Nothing was staged.` },
  );
}
