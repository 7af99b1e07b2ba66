import type { SessionOver, SessionTurn } from "./a-session.ts";
import { noon } from "./builders.ts";

/** The text of a plain transcript: a line that names the session, then one `{role, text}` a turn, one second apart. */
export function aPlainSession(turns: readonly SessionTurn[], over: SessionOver = {}): string {
  const { id = "session-1", cwd = "/project", startedAt = noon } = over;
  const lines = turns.map(({ role, text, tool = "bash", input, failed }, i) => ({
    role,
    text,
    at: new Date(Date.parse(startedAt) + (i + 1) * 1000).toISOString(),
    ...(role === "tool" && { tool, ...(input !== undefined && { input }), failed: failed ?? false }),
  }));
  const header = { session_id: id, cwd, started_at: startedAt };
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}
