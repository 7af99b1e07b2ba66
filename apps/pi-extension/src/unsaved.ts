import { requestMark } from "@holdfast/schema";
import { saveToolName } from "./save-tool.ts";

/**
 * Whether a person said something on this branch, an entry of Pi's session each, that the agent did not save afterwards. What stands before `from`
 * was consolidated.
 */
export function hasUnsaved(branch: readonly unknown[], from: number): boolean {
  const messages = branch.slice(from).map((entry) => messageIn(entry));
  const saved = messages.findLastIndex(
    ({ role, toolName, isError }) => role === "toolResult" && toolName === saveToolName && isError !== true,
  );
  return messages.slice(saved + 1).some(({ role, content }) => role === "user" && !isOurs(content));
}

interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly toolName?: unknown;
  readonly isError?: unknown;
}

function messageIn(entry: unknown): Message {
  return (entry as { message?: Message } | null)?.message ?? {};
}

function isOurs(content: unknown): boolean {
  const first = Array.isArray(content) ? (content[0] as { text?: unknown } | undefined)?.text : content;
  return typeof first === "string" && first.startsWith(requestMark);
}
