import { noon } from "./builders.ts";

/**
 * One turn of a session file: who, and what. A `tool` turn is the answer to a call; with `input` the call is written too, right
 * before it, else it is taken to be the assistant's before it.
 */
export interface SessionTurn {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  /** For `tool`: which one, `bash` unless told, what it was given, and whether it failed. */
  readonly tool?: string;
  readonly input?: { readonly [field: string]: unknown };
  readonly failed?: boolean;
}

/** What a session file says of itself, where it differs from the usual. */
export interface SessionOver {
  readonly id?: string;
  readonly cwd?: string;
  readonly startedAt?: string;
}

/**
 * The text of a session file as Pi writes it (JSONL, version 3): a header, then one entry a turn, each the child of the one
 * before, one second apart. The call of a `tool` turn is an entry of its own, at the same time.
 */
export function aSession(turns: readonly SessionTurn[], over: SessionOver = {}): string {
  const { id = "session-1", cwd = "/project", startedAt = noon } = over;
  const timeOf = (seconds: number) => new Date(Date.parse(startedAt) + seconds * 1000);
  const lines: object[] = [{ type: "session", version: 3, id, timestamp: timeOf(0).toISOString(), cwd }];
  let parentId: string | null = null;
  const add = (entry: string, seconds: number, message: object) => {
    const timestamp = timeOf(seconds).toISOString();
    const stamped = { ...message, timestamp: timeOf(seconds).getTime() };
    lines.push({ type: "message", id: entry, parentId, timestamp, message: stamped });
    parentId = entry;
  };
  for (const [i, turn] of turns.entries()) {
    if (turn.input !== undefined) add(`${entryId(i)}-call`, i + 1, callOf(turn, i));
    add(entryId(i), i + 1, messageOf(turn, i));
  }
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
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
  return assistantMessage(content);
}

function callOf({ tool = "bash", input }: SessionTurn, index: number): object {
  return assistantMessage([{ type: "toolCall", id: `call-${index}`, name: tool, arguments: input }]);
}

function assistantMessage(content: readonly object[]): object {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return { role: "assistant", content, provider: "test", model: "test", usage, stopReason: "stop" };
}
