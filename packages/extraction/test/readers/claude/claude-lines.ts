/** Lines of a Claude Code session, written by hand in tests. */
export interface ClaudeLine {
  readonly [field: string]: unknown;
}

let made = 0;

export function line(type: string, over: ClaudeLine = {}): ClaudeLine {
  const second = String(made++ % 60).padStart(2, "0");
  return {
    parentUuid: null,
    isSidechain: false,
    cwd: "/w",
    sessionId: "s1",
    type,
    uuid: `u${made}`,
    timestamp: `2026-03-02T14:00:${second}.000Z`,
    ...over,
  };
}

export function user(content: unknown, over: ClaudeLine = {}): ClaudeLine {
  return line("user", { message: { role: "user", content }, ...over });
}

export function assistant(content: unknown, over: ClaudeLine = {}): ClaudeLine {
  return line("assistant", { message: { role: "assistant", content }, ...over });
}

export function result(tool_use_id: string, content: unknown, over: ClaudeLine = {}): ClaudeLine {
  return user([{ type: "tool_result", tool_use_id, content, ...over }]);
}

/** A step of the queue of messages typed while the agent works; these lines have no id. */
export function queue(operation: string, timestamp: string, content?: string): ClaudeLine {
  return {
    type: "queue-operation",
    operation,
    timestamp,
    sessionId: "s1",
    ...(content !== undefined && { content }),
  };
}

export function bytesOf(lines: readonly unknown[]): Uint8Array {
  const text = lines.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");
  return new TextEncoder().encode(`${text}\n`);
}
