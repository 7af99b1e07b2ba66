import type { Block, Message } from "./message-of.ts";

/** A message as server-sent events, each with its blank line: content in pieces of 40 characters, one ping among them. */
export function eventsOf(message: Message): string[] {
  const { content, stop_reason, stop_sequence, stop_details, usage } = message;
  const { output_tokens = 0, ...read } = usage;
  const start = { ...message, content: [], stop_reason: null, usage: { ...read, output_tokens: 1 } };
  return [
    event("message_start", { message: start }),
    event("ping", {}),
    ...content.flatMap(blockEvents),
    event("message_delta", {
      delta: { stop_reason, stop_sequence, stop_details },
      usage: { output_tokens },
    }),
    event("message_stop", {}),
  ];
}

/** An error in the middle of a stream. */
export function errorEvent({ type, message }: { type: string; message: string }): string {
  return event("error", { error: { type, message } });
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function blockEvents(block: Block, index: number): string[] {
  return [
    event("content_block_start", { index, content_block: emptied(block) }),
    ...deltasOf(block).map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

function emptied(block: Block): object {
  if (block.type === "text") return { type: "text", text: "" };
  return { type: block.type, id: block.id, name: block.name, input: {} };
}

function deltasOf(block: Block): object[] {
  if (block.type === "text") return pieces(block.text).map((text) => ({ type: "text_delta", text }));
  const json = block.json ?? JSON.stringify(block.input);
  return pieces(json).map((partial_json) => ({ type: "input_json_delta", partial_json }));
}

function pieces(text: string): string[] {
  const characters = [...text];
  const count = Math.ceil(characters.length / 40);
  return Array.from({ length: count }, (_, nth) => characters.slice(nth * 40, nth * 40 + 40).join(""));
}
