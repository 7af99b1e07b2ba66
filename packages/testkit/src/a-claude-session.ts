import type { SessionOver, SessionTurn } from "./a-session.ts";
import { noon } from "./builders.ts";

/**
 * The text of a session file as Claude Code writes it (JSONL): one line a turn, each the child of the one before, one second apart;
 * the call of a `tool` turn is a line of its own, at the same time. `tool` goes by its name at Claude Code: `Bash` for `bash`.
 */
export function aClaudeSession(turns: readonly SessionTurn[], over: SessionOver = {}): string {
  const { id = "session-1", cwd = "/project", startedAt = noon } = over;
  const lines: string[] = [];
  let parentUuid: string | null = null;
  const add = (uuid: string, seconds: number, type: "user" | "assistant", content: unknown) => {
    const timestamp = new Date(Date.parse(startedAt) + seconds * 1000).toISOString();
    const about = {
      parentUuid,
      isSidechain: false,
      userType: "external",
      cwd,
      sessionId: id,
      version: "2.1.32",
    };
    lines.push(JSON.stringify({ ...about, type, message: { role: type, content }, uuid, timestamp }));
    parentUuid = uuid;
  };
  for (const [i, turn] of turns.entries()) {
    const { role, text, tool = "bash", input, failed } = turn;
    const uuid = claudeUuid(i);
    const call = `toolu_${i}`;
    if (input !== undefined)
      add(`${uuid}-call`, i + 1, "assistant", [
        { type: "tool_use", id: call, name: claudeName(tool), input },
      ]);
    if (role === "user") add(uuid, i + 1, "user", text);
    else if (role === "assistant") add(uuid, i + 1, "assistant", [{ type: "text", text }]);
    else
      add(uuid, i + 1, "user", [
        { type: "tool_result", tool_use_id: call, content: text, ...(failed && { is_error: true }) },
      ]);
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** The uuid of the line of the turn at `index`. */
export function claudeUuid(index: number): string {
  return `00000000-0000-4000-8000-${(index + 1).toString(16).padStart(12, "0")}`;
}

/** Claude Code writes its own tools with a capital letter; those of others as they are called. */
function claudeName(tool: string): string {
  return /^[a-z]+$/.test(tool) ? tool[0]!.toUpperCase() + tool.slice(1) : tool;
}
