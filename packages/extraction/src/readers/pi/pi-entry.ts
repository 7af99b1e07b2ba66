/** The first line of a Pi session. Versions differ in what else it holds. */
export interface PiHeader {
  readonly id: string;
  readonly timestamp: string | undefined;
  readonly cwd: string | undefined;
}

/** Any other line, at its place in the file. Version 1 has no ids. Types and roles may be unknown to us. */
export interface PiEntry {
  readonly line: number;
  readonly type: string;
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  readonly timestamp: string | undefined;
  readonly message: unknown;
}

/** A message of a role that makes a turn. */
export interface PiMessage {
  readonly role: "user" | "assistant" | "toolResult";
  readonly content: string | readonly unknown[];
  readonly timestamp: string | undefined;
  readonly toolName: string | undefined;
  readonly isError: boolean;
}

/** A part of a message that says something in words. */
export type PiPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "toolCall"; readonly name: string; readonly arguments: unknown };

/** The header in a value, or undefined when it is none. */
export function readPiHeader(value: unknown): PiHeader | undefined {
  const { type, id, timestamp, cwd } = fieldsOf(value);
  const header = { id: textIn(id), timestamp: instantIn(timestamp), cwd: textIn(cwd) };
  return type === "session" && header.id !== undefined ? { ...header, id: header.id } : undefined;
}

/** The entry in a value, or undefined when it has no type. */
export function readPiEntry(value: unknown, line: number): PiEntry | undefined {
  const { type, id, parentId, timestamp, message } = fieldsOf(value);
  if (typeof type !== "string") return undefined;
  return { line, type, id: textIn(id), parentId: textIn(parentId), timestamp: instantIn(timestamp), message };
}

/** The message in a value, or undefined when its role makes no turn. */
export function readPiMessage(value: unknown): PiMessage | undefined {
  const { role, content, timestamp, toolName, isError } = fieldsOf(value);
  if (role !== "user" && role !== "assistant" && role !== "toolResult") return undefined;
  return {
    role,
    content: typeof content === "string" || Array.isArray(content) ? content : [],
    timestamp: instantIn(timestamp),
    toolName: textIn(toolName),
    isError: isError === true,
  };
}

/** The part in a value, or undefined when it says nothing in words (images, thinking, what we do not know). */
export function readPiPart(value: unknown): PiPart | undefined {
  const { type, text, name, arguments: input } = fieldsOf(value);
  if (type === "text" && typeof text === "string") return { type, text };
  if (type === "toolCall" && typeof name === "string") return { type, name, arguments: input };
  return undefined;
}

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null ? (value as { [field: string]: unknown }) : {};
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** ISO 8601 in UTC of a Pi time (a text or milliseconds), or undefined when it is none. */
function instantIn(time: unknown): string | undefined {
  if (typeof time !== "string" && typeof time !== "number") return undefined;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined;
}
