/** Lines of a Pi session, written by hand in tests. */
export const header = {
  type: "session",
  version: 3,
  id: "s1",
  timestamp: "2026-03-02T13:00:00.000Z",
  cwd: "/w",
};

export interface PiEntryLine {
  readonly [field: string]: unknown;
}

export function user(id: string, parentId: string | null, content: unknown): PiEntryLine {
  return {
    type: "message",
    id,
    parentId,
    timestamp: "2026-03-02T14:00:00.000Z",
    message: { role: "user", content },
  };
}

export function tool(
  id: string,
  parentId: string,
  toolName: string,
  text: string,
  isError = false,
): PiEntryLine {
  const content = [{ type: "text", text }];
  return {
    type: "message",
    id,
    parentId,
    message: { role: "toolResult", toolCallId: "c", toolName, content, isError },
  };
}

export function assistant(id: string, parentId: string, ...content: unknown[]): PiEntryLine {
  return { type: "message", id, parentId, message: { role: "assistant", content } };
}

export function jsonl(...lines: readonly unknown[]): string {
  return `${lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")}\n`;
}
