import * as z from "zod";
import { type MessageTokens, tokensSchema } from "./usage-of.ts";

/** What a model has said so far. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly Call[];
  /** Set once the model has finished. */
  readonly stop_reason: string | undefined;
  /** Why it refused, where it says. */
  readonly explanation: string | undefined;
  readonly tokens: MessageTokens | undefined;
}

/** A tool called: its input where it came whole, else its JSON as it arrives. */
export interface Call {
  readonly index: number;
  readonly name: string;
  readonly input: unknown;
  readonly json: string;
}

export const nothingHeard: Answer = {
  text: "",
  calls: [],
  stop_reason: undefined,
  explanation: undefined,
  tokens: undefined,
};

const detailsSchema = z.object({ explanation: z.string().nullish() }).nullish().catch(undefined);
const blockSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
});
const messageSchema = z.object({
  content: z.array(blockSchema),
  stop_reason: z.string().nullish(),
  stop_details: detailsSchema,
  usage: tokensSchema.optional(),
});
const eventSchema = z.object({
  type: z.string(),
  index: z.number().optional(),
  message: z.object({ usage: tokensSchema.optional() }).optional(),
  content_block: blockSchema.optional(),
  delta: z
    .object({
      text: z.string().optional(),
      partial_json: z.string().optional(),
      stop_reason: z.string().nullish(),
      stop_details: detailsSchema,
    })
    .optional(),
  usage: z.record(z.string(), z.unknown()).optional(),
});

/** What is known after one more event of a stream. Kinds of events and blocks that we do not know, thinking among them, say nothing. */
export function hear(answer: Answer, raw: unknown): Answer {
  const { type, index = 0, message, content_block, delta, usage } = eventSchema.parse(raw);
  if (type === "message_start") return { ...answer, tokens: message?.usage };
  if (type === "content_block_start") return withBlock(answer, index, content_block);
  if (type === "content_block_delta") return withDelta(answer, index, delta ?? {});
  if (type !== "message_delta") return answer;
  return {
    ...answer,
    stop_reason: delta?.stop_reason ?? answer.stop_reason,
    explanation: delta?.stop_details?.explanation ?? answer.explanation,
    tokens: usage === undefined ? answer.tokens : tokensSchema.parse({ ...answer.tokens, ...present(usage) }),
  };
}

/** A whole message, from a server that does not stream. */
export function readMessage(raw: unknown): Answer {
  const { content, stop_reason, stop_details, usage } = messageSchema.parse(raw);
  const heard = content.reduce((answer, block, index) => withBlock(answer, index, block), nothingHeard);
  return {
    ...heard,
    stop_reason: stop_reason ?? "end_turn",
    explanation: stop_details?.explanation ?? undefined,
    tokens: usage,
  };
}

function withBlock(answer: Answer, index: number, block: z.infer<typeof blockSchema> | undefined): Answer {
  if (block?.type === "text") return { ...answer, text: answer.text + (block.text ?? "") };
  if (block?.type !== "tool_use") return answer;
  const call = { index, name: block.name ?? "", input: block.input, json: "" };
  return { ...answer, calls: [...answer.calls, call] };
}

function withDelta(
  answer: Answer,
  index: number,
  { text, partial_json }: { text?: string | undefined; partial_json?: string | undefined },
): Answer {
  if (text !== undefined) return { ...answer, text: answer.text + text };
  if (partial_json === undefined) return answer;
  const calls = answer.calls.map((call) =>
    call.index === index ? { ...call, json: call.json + partial_json } : call,
  );
  return { ...answer, calls };
}

/** Later counts replace earlier ones, but a count left out does not. */
function present(usage: { [name: string]: unknown }): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => typeof value === "number"));
}
