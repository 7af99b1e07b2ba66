import type { LoopbackReply } from "./loopback-reply.ts";
import type { LoopbackBody } from "./loopback-request.ts";

/** A message as the Messages API answers it. */
export interface Message {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly stop_sequence: null;
  readonly stop_details: object | null;
  readonly usage: { readonly [name: string]: number };
}

/** `json` is how a tool's input travels in a stream, where it is not simply that of `input`. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly json?: string;
    };

/** The message that a reply stands for. */
export function messageOf(reply: LoopbackReply, asked: LoopbackBody | undefined): Message {
  return {
    id: "msg_loopback",
    type: "message",
    role: "assistant",
    model: asked?.model ?? "unknown",
    content: contentOf(reply, asked?.tools?.[0]?.name ?? "tool"),
    stop_reason: stopReasonOf(reply),
    stop_sequence: null,
    stop_details:
      reply.kind === "refusal" ? { type: "refusal", explanation: reply.explanation ?? null } : null,
    usage: { input_tokens: 100, output_tokens: 20, ...("usage" in reply ? reply.usage : {}) },
  };
}

function contentOf(reply: LoopbackReply, offered: string): Block[] {
  const call = { type: "tool_use", id: "toolu_loopback", name: offered } as const;
  switch (reply.kind) {
    case "tool":
      return [{ ...call, name: reply.name ?? offered, id: reply.id ?? call.id, input: reply.input }];
    case "tool_json":
      return [{ ...call, input: {}, json: reply.json }];
    case "cut_off":
    case "ends_early":
    case "drip":
      return [{ ...call, input: reply.input }];
    case "max_tokens": {
      const json = JSON.stringify(reply.input);
      return [{ ...call, input: {}, json: json.slice(0, json.length / 2) }];
    }
    case "text":
      return [{ type: "text", text: reply.text }];
    case "error_midway":
      return [{ type: "text", text: "It began well, and then" }];
    default:
      return [];
  }
}

function stopReasonOf({ kind }: LoopbackReply): string {
  if (kind === "max_tokens" || kind === "refusal") return kind;
  if (kind === "context_full") return "model_context_window_exceeded";
  return kind === "text" ? "end_turn" : "tool_use";
}
