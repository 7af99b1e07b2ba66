import type { RawTurn } from "../cut-turn.ts";
import { fieldsOf, instantIn, textIn } from "../read-fields.ts";

/** What the first line may say of the session. */
export interface PlainHeader {
  readonly session_id: string;
  readonly cwd: string | undefined;
  readonly startedAt: string | undefined;
}

/** A header, or undefined when a line is none: it names a session and says nothing. */
export function readPlainHeader(value: unknown): PlainHeader | undefined {
  const { session_id, id, cwd, project_root, started_at, timestamp, role } = fieldsOf(value);
  const name = textIn(session_id) ?? textIn(id);
  if (name === undefined || role !== undefined) return undefined;
  return {
    session_id: name,
    cwd: textIn(cwd) ?? textIn(project_root),
    startedAt: instantIn(started_at) ?? instantIn(timestamp),
  };
}

/** What a line says: a turn, a role that makes none, or undefined when it is no line of a conversation. */
export function readPlainLine(value: unknown, line: number): RawTurn | "other" | undefined {
  const { role, text, content, id, at, timestamp, tool, input, failed } = fieldsOf(value);
  const said = typeof text === "string" ? text : content;
  if (typeof role !== "string" || typeof said !== "string") return undefined;
  const speaker = speakers.get(role.toLowerCase());
  if (speaker === undefined) return "other";
  const turn: RawTurn = {
    id: textIn(id) ?? `line-${line}`,
    role: speaker,
    text: said,
    at: instantIn(at) ?? instantIn(timestamp),
  };
  if (speaker !== "tool") return turn;
  return {
    ...turn,
    tool: textIn(tool),
    ...(typeof failed === "boolean" && { failed }),
    ...(input !== undefined && { answers: callId(line) }),
  };
}

/** The call that a tool's line answers, where the line says what it was given. */
export function readPlainCall(value: unknown, line: number): RawTurn | undefined {
  const { tool, input } = fieldsOf(value);
  if (input === undefined) return undefined;
  const call = { id: callId(line), tool: textIn(tool) ?? "unknown", input };
  return { id: `line-${line}-call`, role: "assistant", text: "", calls: [call] };
}

const speakers: ReadonlyMap<string, RawTurn["role"]> = new Map([
  ["user", "user"],
  ["human", "user"],
  ["person", "user"],
  ["assistant", "assistant"],
  ["agent", "assistant"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["tool", "tool"],
]);

function callId(line: number): string {
  return `line-${line}`;
}
