import { createHash } from "node:crypto";
import type { SessionOver, SessionTurn } from "./a-session.ts";
import { noon } from "./builders.ts";

/**
 * The text of a session file as Gemini CLI writes it: one JSON object with all messages, one second apart. A `tool` turn is a message of the agent
 * with the call and its result. `bash` goes by its name there: `run_shell_command`.
 */
export function aGeminiSession(turns: readonly SessionTurn[], over: SessionOver = {}): string {
  return JSON.stringify({ ...headerOf(over), messages: messagesOf(turns, over) }, null, 2);
}

/** The same as later versions write it (JSONL): the header, then each message, and a line that says when. */
export function aGeminiLog(turns: readonly SessionTurn[], over: SessionOver = {}): string {
  const records = messagesOf(turns, over).flatMap((message) => [
    message,
    { $set: { lastUpdated: message.timestamp } },
  ]);
  return [{ ...headerOf(over), kind: "main" }, ...records]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}

function headerOf({ id = "session-1", cwd = "/project", startedAt = noon }: SessionOver) {
  const projectHash = createHash("sha256").update(cwd).digest("hex");
  return { sessionId: id, projectHash, startTime: startedAt, lastUpdated: startedAt };
}

function messagesOf(turns: readonly SessionTurn[], { startedAt = noon }: SessionOver) {
  return turns.map(({ role, text, tool = "bash", input, failed = false }, i) => {
    const timestamp = new Date(Date.parse(startedAt) + (i + 1) * 1000).toISOString();
    const about = { id: `00000000-0000-4000-8000-${(i + 1).toString(16).padStart(12, "0")}`, timestamp };
    if (role === "user") return { ...about, type: "user", content: [{ text }] };
    if (role === "assistant") return { ...about, type: "gemini", content: text, thoughts: [] };
    const [id, name] = [`call-${i}`, tool === "bash" ? "run_shell_command" : tool];
    const response = failed ? { error: text } : { output: text };
    const result = [{ functionResponse: { id, name, response } }];
    const status = failed ? "error" : "success";
    return {
      ...about,
      type: "gemini",
      content: "",
      toolCalls: [{ id, name, args: input, result, status, timestamp }],
    };
  });
}
