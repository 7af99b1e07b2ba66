import type { RawCall } from "../cut-turn.ts";
import { fieldsOf, instantIn, textIn } from "../read-fields.ts";

/** A line of a Claude Code session. What it does not say is undefined or false; its type may be unknown to us. */
export interface ClaudeEntry {
  readonly line: number;
  readonly type: string;
  readonly uuid: string | undefined;
  readonly sessionId: string | undefined;
  readonly cwd: string | undefined;
  readonly at: string | undefined;
  readonly isSidechain: boolean;
  readonly isMeta: boolean;
  readonly isSummary: boolean;
  /** True for what the program itself says in the agent's name: that a request failed, or was not needed. */
  readonly isSynthetic: boolean;
  /** True for the agent's own plan, given back to it. */
  readonly isPlan: boolean;
  /** True for a message of another program: its origin is told, and no person. */
  readonly isForeign: boolean;
  readonly content: ClaudeContent;
  /** For `queue-operation` and for an attachment of a queued message. */
  readonly queue: ClaudeQueueStep | undefined;
}

/** The parts of a message that say something, in order. */
export interface ClaudeContent {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly results: readonly ClaudeResult[];
}

export interface ClaudeResult {
  readonly answers: string | undefined;
  readonly text: string;
  readonly failed: boolean;
}

/**
 * What happened to a message typed while the agent worked. `remove` and `attach`: it was absorbed, and gets no line of its own. `disown`: what
 * waited was no person's.
 */
export interface ClaudeQueueStep {
  readonly does: "enqueue" | "dequeue" | "remove" | "attach" | "withdraw" | "disown";
  readonly text: string | undefined;
}

/** The entry in a value, or undefined when no line of Claude Code looks like that. */
export function readClaudeEntry(value: unknown, line: number): ClaudeEntry | undefined {
  const fields = fieldsOf(value);
  const type = textIn(fields.type);
  if (type === undefined || !isClaudes(type, fields)) return undefined;
  const { message, origin } = fields;
  const { content, model } = fieldsOf(message);
  const { kind } = fieldsOf(origin);
  return {
    line,
    type,
    uuid: textIn(fields.uuid),
    sessionId: textIn(fields.sessionId),
    cwd: textIn(fields.cwd),
    at: instantIn(fields.timestamp),
    isSidechain: fields.isSidechain === true,
    isMeta: fields.isMeta === true,
    isSummary: fields.isCompactSummary === true,
    isSynthetic: fields.isApiErrorMessage === true || model === "<synthetic>",
    isPlan: textIn(fields.planContent) !== undefined,
    isForeign: isForeign(kind),
    content: contentOf(content),
    queue: queueStepOf(type, fields),
  };
}

/** Every line of a conversation has an id and its session's; the others are known by what they are about. */
function isClaudes(type: string, fields: { readonly [field: string]: unknown }): boolean {
  if (textIn(fields.sessionId) !== undefined)
    return textIn(fields.uuid) !== undefined || type === "queue-operation";
  return (
    (type === "summary" && textIn(fields.leafUuid) !== undefined) ||
    (type === "file-history-snapshot" && textIn(fields.messageId) !== undefined)
  );
}

function isForeign(kind: unknown): boolean {
  return typeof kind === "string" && kind !== "human";
}

function contentOf(content: unknown): ClaudeContent {
  if (typeof content === "string") return { text: content, calls: [], results: [] };
  const texts: string[] = [];
  const calls: RawCall[] = [];
  const results: ClaudeResult[] = [];
  for (const part of Array.isArray(content) ? content : []) {
    const { type, text, id, name, input, tool_use_id, content: inner, is_error } = fieldsOf(part);
    if (type === "text" && typeof text === "string") texts.push(text);
    if (type === "tool_use" && typeof name === "string") calls.push({ id: textIn(id), tool: name, input });
    if (type === "tool_result")
      results.push({ answers: textIn(tool_use_id), text: textOf(inner), failed: is_error === true });
  }
  return { text: texts.join("\n"), calls, results };
}

/** The words in a text, or in a list of parts; images say nothing in words. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = (Array.isArray(content) ? content : []).map((part) => fieldsOf(part).text);
  return texts.filter((text) => typeof text === "string").join("\n");
}

function queueStepOf(
  type: string,
  fields: { readonly [field: string]: unknown },
): ClaudeQueueStep | undefined {
  if (type === "queue-operation") {
    const { operation, content, reason } = fields;
    const text = content === undefined ? undefined : textOf(content);
    if (operation === "enqueue" || operation === "dequeue") return { does: operation, text };
    if (operation === "popAll") return { does: "withdraw", text };
    if (operation === "remove")
      return { does: reason === undefined || reason === "absorbed_mid_turn" ? "remove" : "withdraw", text };
  }
  if (type === "attachment") {
    const { type: kind, prompt, origin, commandMode, isMeta } = fieldsOf(fields.attachment);
    if (kind !== "queued_command") return undefined;
    const isHosts = isMeta === true || (textIn(commandMode) ?? "prompt") !== "prompt";
    const isOthers = isHosts || isForeign(fieldsOf(origin).kind);
    return { does: isOthers ? "disown" : "attach", text: textOf(prompt) };
  }
  return undefined;
}
