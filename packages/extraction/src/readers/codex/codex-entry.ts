import type { RawCall } from "../cut-turn.ts";
import { fieldsOf, instantIn, textIn } from "../read-fields.ts";
import { type CodexHeader, readCodexHeader } from "./codex-header.ts";
import { type CodexOutput, readCodexOutput } from "./codex-output.ts";

/** A line of a rollout: when, and what it does. `nothing` is a line of Codex that says nothing to us. */
export type CodexEntry = { readonly at: string | undefined } & (
  | { readonly does: "begin"; readonly header: CodexHeader }
  | { readonly does: "enter"; readonly cwd: string }
  | { readonly does: "say"; readonly message: CodexMessage }
  | { readonly does: "call"; readonly call: RawCall }
  | { readonly does: "answer"; readonly answers: string | undefined; readonly output: CodexOutput }
  | { readonly does: "summarise" | "instruct" | "nothing" }
);

/** A message, in the parts it was put together from. `isEcho` when the line is an event, which repeats what another line says. */
export interface CodexMessage {
  readonly role: "user" | "assistant";
  readonly parts: readonly string[];
  readonly isEcho: boolean;
}

type Does = CodexEntry extends infer One ? (One extends CodexEntry ? Omit<One, "at"> : never) : never;

/** The entry in a value, or undefined when no line of Codex looks like that. Early versions wrote items bare, without times. */
export function readCodexEntry(value: unknown): CodexEntry | undefined {
  const { type, timestamp, payload } = fieldsOf(value);
  const header = readCodexHeader(value);
  const does: Does | undefined =
    header === undefined ? readLine(value, type, payload) : { does: "begin", header };
  return does && { at: instantIn(timestamp), ...does };
}

function readLine(value: unknown, type: unknown, payload: unknown): Does | undefined {
  if (typeof payload !== "object" || payload === null) return readBareItem(value);
  const { cwd } = fieldsOf(payload);
  if (type === "response_item") return readItem(payload) ?? nothing;
  if (type === "event_msg") return readEvent(payload);
  if (type === "turn_context") return typeof cwd === "string" ? { does: "enter", cwd } : nothing;
  if (type === "compacted") return { does: "summarise" };
  return type === "session_meta" ? nothing : undefined;
}

const nothing: Does = { does: "nothing" };

/** A bare item is known by what only Codex writes: parts of a message with its names, calls with its ids. */
function readBareItem(value: unknown): Does | undefined {
  const { type, role, content, call_id } = fieldsOf(value);
  const isMessage = type === "message" && typeof role === "string" && Array.isArray(content);
  const isCodexs = isMessage
    ? content.some((part) => /^(?:in|out)put_text$/u.test(String(fieldsOf(part).type)))
    : typeof call_id === "string";
  return isCodexs ? readItem(value) : undefined;
}

function readItem(item: unknown): Does | undefined {
  const { type, role, content, name, namespace, call_id, id, output, input, action } = fieldsOf(item);
  if (type === "message") return readMessage(role, content);
  const called = textIn(call_id) ?? textIn(id);
  if (type === "function_call_output" || type === "custom_tool_call_output")
    return { does: "answer", answers: textIn(call_id), output: readCodexOutput(output) };
  if (type === "local_shell_call")
    return { does: "call", call: { id: called, tool: "local_shell", input: action } };
  if ((type !== "function_call" && type !== "custom_tool_call") || typeof name !== "string") return undefined;
  const tool = typeof namespace === "string" ? `${namespace.replace(/_+$/u, "")}__${name}` : name;
  const given = type === "function_call" ? parsed(fieldsOf(item).arguments) : input;
  return { does: "call", call: { id: called, tool, input: given } };
}

function readMessage(role: unknown, content: unknown): Does | undefined {
  if (role === "developer" || role === "system") return { does: "instruct" };
  if (role !== "user" && role !== "assistant") return undefined;
  const all: readonly unknown[] = Array.isArray(content)
    ? content.map((part) => fieldsOf(part).text)
    : [content];
  const parts = all.filter((part) => typeof part === "string");
  return { does: "say", message: { role, parts, isEcho: false } };
}

function readEvent(event: unknown): Does {
  const { type, message } = fieldsOf(event);
  const role = type === "user_message" ? "user" : type === "agent_message" ? "assistant" : undefined;
  if (role === undefined || typeof message !== "string") return nothing;
  return { does: "say", message: { role, parts: [message], isEcho: true } };
}

/** What a function was given: JSON in a text. What is no JSON is told as it is. */
function parsed(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given; // A model may write anything there.
  }
}
