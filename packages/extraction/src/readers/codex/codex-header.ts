import { fieldsOf, instantIn, textIn } from "../read-fields.ts";

/** What a rollout says of its session, in its first line. Early versions say no folder. */
export interface CodexHeader {
  readonly id: string;
  readonly at: string | undefined;
  readonly cwd: string | undefined;
  /** True for a session that an agent or Codex itself started, not a person. */
  readonly isSubagent: boolean;
}

/** The header in a value, or undefined when it is none. Early versions wrote it bare, with the instructions the agent got. */
export function readCodexHeader(value: unknown): CodexHeader | undefined {
  const fields = fieldsOf(value);
  const isBare = fields.type === undefined && "instructions" in fields;
  if (!isBare && fields.type !== "session_meta") return undefined;
  const { id, timestamp, cwd, source, thread_source } = isBare ? fields : fieldsOf(fields.payload);
  const known = textIn(id);
  if (known === undefined || (isBare && instantIn(timestamp) === undefined)) return undefined;
  return {
    id: known,
    at: instantIn(timestamp) ?? instantIn(fields.timestamp),
    cwd: textIn(cwd),
    isSubagent:
      ["subagent", "internal"].some((kind) => kind in fieldsOf(source)) ||
      ["subagent", "memory_consolidation", "guardian_review"].some((kind) => thread_source === kind),
  };
}
