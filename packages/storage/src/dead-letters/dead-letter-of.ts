import {
  candidateSchema,
  categoryOf,
  type DeadLetter,
  fileId,
  type Problem,
  redactDeep,
  schemaVersion,
} from "@holdfast/schema";

/**
 * The dead letter of something in staging that can't be read. It holds what was there and nothing around it, so that putting it back
 * and giving it up again makes the same letter, no larger.
 */
export function deadLetterOf(problem: Problem, run: { run_id: string; at: string }): DeadLetter {
  const raw = rawIn(problem);
  const category = categoryOf(problem.member?.group ?? "");
  return {
    schemaVersion,
    candidate_id: ownId(problem) ?? fileId(raw),
    kind: "malformed",
    ...(category && { category }),
    session_id: problem.session_id ?? "unknown",
    attempts: 0,
    reason: problem.message,
    violations: [],
    run_id: run.run_id,
    at: run.at,
    raw,
    ...(problem.raw_encoding && { raw_encoding: problem.raw_encoding }),
  };
}

/** A member is redacted before it becomes text, where what begins a line no longer begins one. */
function rawIn({ member, raw }: Problem): string {
  return member === undefined ? (raw ?? "") : JSON.stringify(redactDeep(member.raw));
}

function ownId({ member }: Problem): string | undefined {
  if (typeof member?.raw !== "object" || member.raw === null) return undefined;
  return candidateSchema.pick({ candidate_id: true }).safeParse(member.raw).data?.candidate_id;
}
