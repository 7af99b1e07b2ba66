import { noon } from "./builders.ts";

/** One turn of a session file: who, and what. `tool` turns answer a call of the assistant before them. */
export interface SessionTurn {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** For `tool`: which one, `bash` unless told, and whether it failed. */
  readonly tool?: string;
  readonly failed?: boolean;
}

/**
 * The text of a session file as Pi writes it (JSONL, version 3): a header, then one entry a turn, each the child of the one
 * before, one second apart.
 */
export function aSession(
  turns: readonly SessionTurn[],
  over: { readonly id?: string; readonly cwd?: string; readonly startedAt?: string } = {},
): string {
  const { id = "session-1", cwd = "/project", startedAt = noon } = over;
  const timeOf = (seconds: number) => new Date(Date.parse(startedAt) + seconds * 1000);
  const header = { type: "session", version: 3, id, timestamp: timeOf(0).toISOString(), cwd };
  const entries = turns.map((turn, i) => ({
    type: "message",
    id: entryId(i),
    parentId: i === 0 ? null : entryId(i - 1),
    timestamp: timeOf(i + 1).toISOString(),
    message: { ...messageOf(turn, i), timestamp: timeOf(i + 1).getTime() },
  }));
  return `${[header, ...entries].map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** The id of the entry of the turn at `index`. */
export function entryId(index: number): string {
  return (index + 1).toString(16).padStart(8, "0");
}

function messageOf({ role, text, tool = "bash", failed = false }: SessionTurn, index: number): object {
  const content = [{ type: "text", text }];
  if (role === "user") return { role, content };
  if (role === "tool")
    return { role: "toolResult", toolCallId: `call-${index}`, toolName: tool, content, isError: failed };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return { role, content, provider: "test", model: "test", usage, stopReason: "stop" };
}
