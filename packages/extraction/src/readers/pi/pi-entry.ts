import type { Cut, RawCall, RawTurn } from "../cut-turn.ts";
import { fieldsOf, instantIn, textIn } from "../read-fields.ts";
import { personsWords } from "./pi-words.ts";

/** The first line of a Pi session. Versions differ in what else it holds. */
export interface PiHeader {
  readonly id: string;
  readonly timestamp: string | undefined;
  readonly cwd: string | undefined;
}

/** Any other line, at its place in the file, with what is kept of it. Version 1 has no ids. */
export interface PiEntry {
  readonly line: number;
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  readonly cut: Cut;
}

/** The header in a value, or undefined when it is none. */
export function readPiHeader(value: unknown): PiHeader | undefined {
  const { type, id, timestamp, cwd } = fieldsOf(value);
  const header = { id: textIn(id), timestamp: instantIn(timestamp), cwd: textIn(cwd) };
  return type === "session" && header.id !== undefined ? { ...header, id: header.id } : undefined;
}

/** The entry in a value, cut, or undefined when it has no type. Types and roles may be unknown to us: they make no turn. */
export function readPiEntry(value: unknown, line: number, cut: (raw: RawTurn) => Cut): PiEntry | undefined {
  const { type, id, parentId, timestamp, message } = fieldsOf(value);
  if (typeof type !== "string") return undefined;
  const entry = { line, id: textIn(id), parentId: textIn(parentId) };
  if (type === "compaction" || type === "branch_summary")
    return { ...entry, cut: { leftOut: "summaries of earlier turns" } };
  const raw = type === "message" ? rawTurn(message, instantIn(timestamp)) : undefined;
  if (raw?.role !== "user") return { ...entry, cut: raw === undefined ? {} : cut(raw) };
  const { said, leftOut } = personsWords(raw.text);
  return { ...entry, cut: also(leftOut, cut({ ...raw, text: said })) };
}

/** What became of an entry, and what was left out of it before. */
function also(leftOut: readonly string[], made: Cut): Cut {
  if (leftOut[0] === undefined) return made;
  if (made.turn === undefined) return { leftOut: made.leftOut ?? leftOut[0] };
  return { turn: made.turn, cut: [...leftOut, ...(made.cut ?? [])] };
}

/** The turn of a message; its id is known only when the whole file is. Undefined for a role that says nothing. */
function rawTurn(message: unknown, at: string | undefined): RawTurn | undefined {
  const { role, content, timestamp, toolCallId, toolName, isError } = fieldsOf(message);
  if (role !== "user" && role !== "assistant" && role !== "toolResult") return undefined;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const raw = { id: "", at: at ?? instantIn(timestamp), ...wordsAndCalls(Array.isArray(parts) ? parts : []) };
  if (role !== "toolResult") return { ...raw, role };
  return {
    ...raw,
    role: "tool",
    answers: textIn(toolCallId),
    tool: textIn(toolName),
    failed: isError === true,
  };
}

/** Images, thinking and what we do not know say nothing in words. */
function wordsAndCalls(parts: readonly unknown[]): { text: string; calls: RawCall[] } {
  const texts: string[] = [];
  const calls: RawCall[] = [];
  for (const part of parts) {
    const { type, text, id, name, arguments: input } = fieldsOf(part);
    if (type === "text" && typeof text === "string") texts.push(text);
    if (type === "toolCall" && typeof name === "string") calls.push({ id: textIn(id), tool: name, input });
  }
  return { text: texts.join("\n"), calls };
}
