import type { SessionOver, SessionTurn } from "./a-session.ts";
import { noon } from "./builders.ts";

/**
 * The text of a rollout as Codex writes it (JSONL): a header, then a line for each item, one second apart; the call of a `tool` turn is a line
 * of its own, at the same time. Events repeat what was said. `bash` goes by its name at
 * Codex: `exec_command`.
 */
export function aCodexSession(turns: readonly SessionTurn[], over: SessionOver = {}): string {
  const { id = "session-1", cwd = "/project", startedAt = noon } = over;
  const lines: string[] = [];
  const add = (seconds: number, type: string, payload: object) => {
    const timestamp = new Date(Date.parse(startedAt) + seconds * 1000).toISOString();
    lines.push(JSON.stringify({ timestamp, type, payload }));
  };
  add(0, "session_meta", {
    id,
    timestamp: startedAt,
    cwd,
    originator: "codex_cli_rs",
    cli_version: "0.98.0",
    source: "cli",
  });
  for (const [i, { role, text, tool = "bash", input, failed }] of turns.entries()) {
    const call_id = `call_${i}`;
    const item = (payload: object) => add(i + 1, "response_item", payload);
    const event = (type: string) => add(i + 1, "event_msg", { type, message: text });
    if (input !== undefined)
      item({
        type: "function_call",
        name: codexName(tool),
        arguments: JSON.stringify(codexInput(tool, input)),
        call_id,
      });
    if (role === "user") {
      item({ type: "message", role, content: [{ type: "input_text", text }] });
      event("user_message");
    } else if (role === "assistant") {
      item({ type: "message", role, content: [{ type: "output_text", text }] });
      event("agent_message");
    } else {
      const exited = `Process exited with code ${failed ? 1 : 0}`;
      item({
        type: "function_call_output",
        call_id,
        output: `Wall time: 0.1 seconds\n${exited}\nOutput:\n${text}`,
      });
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

function codexName(tool: string): string {
  return tool === "bash" ? "exec_command" : tool;
}

function codexInput(tool: string, input: NonNullable<SessionTurn["input"]>): object {
  const { command, ...rest } = input;
  return tool === "bash" ? { cmd: command, ...rest } : input;
}
