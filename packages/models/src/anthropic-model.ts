import type Anthropic from "@anthropic-ai/sdk";
import type { ModelReply, ModelRequest, ModelUsage, StructuredModel } from "@holdfast/schema";
import { failureOf, noMessage } from "./anthropic/failure-of.ts";
import { guardedFetch } from "./anthropic/guarded-fetch.ts";
import { type Answer, hear, nothingHeard, readMessage } from "./anthropic/hear.ts";
import { judge } from "./anthropic/judge.ts";
import { forcesTools, messageParams, refusesForcing } from "./anthropic/message-params.ts";
import { costOf } from "./anthropic/price.ts";
import { type MessageTokens, usageOf } from "./anthropic/usage-of.ts";
import { timerMs, within } from "./within.ts";

/** What proves to a server who asks. */
export type AnthropicCredential = { readonly apiKey: string } | { readonly authToken: string };

export interface AnthropicOptions {
  /** As the API names it: `claude-sonnet-5-5`. */
  readonly model: string;
  /** Where requests go, and the only place where they go; without `/v1`. */
  readonly baseUrl: string;
  readonly credential: AnthropicCredential;
  /** Most tokens of one answer, thinking included. */
  readonly maxTokens: number;
  /** True where Anthropic's price list holds. */
  readonly priced: boolean;
}

/** What is known of a call while it runs: a call that is stopped has still used tokens. */
interface Call {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  heard: Answer;
}

/**
 * A model behind Anthropic's Messages API, or behind a server that speaks it. The SDK is loaded at the first call, retries at most
 * twice, and never past `timeoutMs`; redirects are not followed. The tool is forced where the model allows it: one that refuses
 * forcing is asked again without, and remembered. The environment gives no credential and no URL; the SDK adds what
 * `ANTHROPIC_CUSTOM_HEADERS` says, as gateways need it.
 */
export function anthropicModel(options: AnthropicOptions): StructuredModel {
  let forced = forcesTools(options.model);

  async function ask(call: Call): Promise<ModelReply> {
    const wasForced = forced;
    const reply = await askOnce(options, call, wasForced);
    if (!wasForced || !refusesForcing(reply)) return reply;
    forced = false;
    return askOnce(options, call, false);
  }

  return {
    id: `anthropic/${options.model}`,
    async complete(request) {
      const bounds = within(request);
      const call: Call = { request, signal: bounds.signal, heard: nothingHeard };
      try {
        const reply = await Promise.race([bounds.stopped, ask(call)]);
        const { tokens } = call.heard;
        if (reply.kind === "answered" || tokens === undefined) return reply;
        return { ...reply, usage: usageIn(options, tokens) };
      } finally {
        bounds.end();
      }
    },
  };
}

async function askOnce(options: AnthropicOptions, call: Call, forced: boolean): Promise<ModelReply> {
  call.heard = nothingHeard;
  if (call.signal.aborted)
    return { kind: "failed", failure: "aborted", message: "Stopped before it was asked." };
  try {
    const client = await clientFor(options, call.request.timeoutMs);
    await listen(client, messageParams(options, call.request, forced), call);
    return judge(call.heard, call.request.tool.name, (tokens) => usageIn(options, tokens));
  } catch (error) {
    return { kind: "failed", ...failureOf(error) };
  }
}

/** A server that does not stream answers with one JSON message; both are heard. */
async function listen(
  client: Anthropic,
  params: Anthropic.MessageCreateParamsStreaming,
  call: Call,
): Promise<void> {
  const { data, response } = await client.messages.create(params, { signal: call.signal }).withResponse();
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("json")) {
    call.heard = readMessage(await response.json());
    return;
  }
  for await (const event of data) call.heard = hear(call.heard, event);
  if (call.heard === nothingHeard && !type.includes("event-stream")) throw new SyntaxError(noMessage);
}

/** Everything is told, so that the SDK looks for no credential, URL or exporter of traces of its own. */
async function clientFor({ baseUrl, credential }: AnthropicOptions, timeoutMs: number): Promise<Anthropic> {
  const { default: Client } = await import("@anthropic-ai/sdk");
  return new Client({
    apiKey: null,
    authToken: null,
    ...credential,
    webhookKey: null,
    baseURL: baseUrl,
    timeout: timerMs(timeoutMs),
    maxRetries: timeoutMs < shortCallMs ? 0 : 2,
    fetch: guardedFetch({ timeoutMs }),
    openTelemetry: false,
    logLevel: "off",
  });
}

/** In a call shorter than this, waiting for a retry would eat the time of the retry. */
const shortCallMs = 5_000;

function usageIn({ model, priced }: AnthropicOptions, tokens: MessageTokens): ModelUsage {
  return usageOf(tokens, priced ? costOf(model, tokens) : undefined);
}
