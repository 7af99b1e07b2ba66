/** Messages of a Gemini CLI session, written by hand in tests. */
export interface Message {
  readonly [field: string]: unknown;
}

let made = 0;

export function message(type: string, content: unknown, over: Message = {}): Message {
  const second = String(made++ % 60).padStart(2, "0");
  return { id: `m${made}`, timestamp: `2026-03-02T14:00:${second}.000Z`, type, content, ...over };
}

export const user = (content: unknown, over?: Message) => message("user", content, over);
export const gemini = (content: unknown, over?: Message) => message("gemini", content, over);

/** A call of a tool with its result, which is a response or parts. */
export function call(name: string, args: unknown, result: unknown, over: Message = {}): Message {
  const id = over.id ?? `c${made}`;
  const parts = Array.isArray(result) ? result : [{ functionResponse: { id, name, response: result } }];
  return { id, name, args, status: "success", result: parts, timestamp: "2026-03-02T14:01:00.000Z", ...over };
}

export const header = { sessionId: "s1", projectHash: "abc", startTime: "2026-03-02T14:00:00.000Z" };

/** The whole of a session, as one object. */
export function document(messages: readonly unknown[], over: Message = {}): string {
  return JSON.stringify({ ...header, messages, ...over }, null, 2);
}

/** The same, line by line. */
export function log(records: readonly unknown[]): string {
  return [header, ...records]
    .map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`)
    .join("");
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
