/** Lines of a rollout of Codex, written by hand in tests. */
export function line(type: string, payload: object, second = 1): object {
  return { timestamp: `2026-03-02T14:00:${String(second).padStart(2, "0")}.000Z`, type, payload };
}

export const meta = (over: object = {}) =>
  line(
    "session_meta",
    { id: "s1", timestamp: "2026-03-02T14:00:00.000Z", cwd: "/w", source: "cli", ...over },
    0,
  );

export const item = (payload: object, second?: number) => line("response_item", payload, second);

export const user = (...texts: readonly string[]) => said("user", "input_text", texts);
export const assistant = (...texts: readonly string[]) => said("assistant", "output_text", texts);

export function said(role: string, type: string, texts: readonly string[]): object {
  return item({ type: "message", role, content: texts.map((text) => ({ type, text })) });
}

export const heard = (message: string) => line("event_msg", { type: "user_message", message });
export const spoke = (message: string) => line("event_msg", { type: "agent_message", message });

export const call = (name: string, given: unknown, call_id = "c1") =>
  item({ type: "function_call", name, arguments: JSON.stringify(given), call_id });

export const output = (given: unknown, call_id = "c1") =>
  item({ type: "function_call_output", call_id, output: given });

export function bytesOf(lines: readonly unknown[]): Uint8Array {
  const text = lines.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");
  return new TextEncoder().encode(`${text}\n`);
}
