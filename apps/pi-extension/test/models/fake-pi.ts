import type { ModelBehaviour } from "@holdfast/testkit";
import type {
  PiAuth,
  PiCallOptions,
  PiComplete,
  PiModel,
  PiModels,
  PiPrompt,
} from "../../src/models/pi-models.ts";

/** What Pi resolves with; the rest is filled in. */
export interface PiMessage {
  readonly content?: readonly object[];
  readonly stopReason?: string;
  readonly errorMessage?: string;
  readonly rawStopReason?: string;
  readonly usage?: object;
}

/** What the fake does when it is asked: answers, rejects, or hangs until it is stopped. */
export type PiAnswer = PiMessage | Error | "hang";

export interface PiCall {
  readonly model: PiModel;
  readonly prompt: PiPrompt;
  readonly options: PiCallOptions;
}

/** The two ways that versions of Pi offer to ask a model. */
export type PiShape = "its registry asks" | "pi-ai asks";
export const piShapes: readonly PiShape[] = ["its registry asks", "pi-ai asks"];

export interface FakePi {
  readonly registry: PiModels;
  readonly complete: PiComplete | undefined;
  readonly calls: readonly PiCall[];
}

export const usage = {
  input: 100,
  output: 20,
  cacheRead: 300,
  cacheWrite: 50,
  totalTokens: 470,
  cost: { input: 0.001, output: 0.002, cacheRead: 0, cacheWrite: 0, total: 0.003 },
};

/** A Pi with one model, `acme/some/model` unless told otherwise; the last answer is given again and again. */
export function fakePi({
  shape = "its registry asks",
  answers,
  model: over = {},
  auth = { ok: true, apiKey: "key-of-the-call" },
  configured = true,
}: {
  shape?: PiShape;
  answers: readonly PiAnswer[];
  model?: Partial<PiModel>;
  auth?: PiAuth | Error | "hang";
  configured?: boolean;
}): FakePi {
  const calls: PiCall[] = [];
  const model: PiModel = { provider: "acme", id: "some/model", api: "anthropic-messages", ...over };
  const complete: PiComplete = async (model, prompt, options) => {
    const nth = calls.push({ model, prompt, options }) - 1;
    const answer = answers[nth] ?? answers.at(-1) ?? "hang";
    if (answer === "hang") await aborted(options.signal);
    if (answer instanceof Error) throw answer;
    const message = { role: "assistant", api: model.api, usage, content: [], stopReason: "stop" };
    return answer === "hang" ? { ...message, stopReason: "aborted" } : { ...message, ...answer };
  };
  const lookUp = {
    find: (provider: string, id: string) =>
      provider === model.provider && id === model.id ? model : undefined,
    hasConfiguredAuth: () => configured,
  };
  if (shape === "its registry asks") return { registry: { ...lookUp, complete }, complete: undefined, calls };
  const getApiKeyAndHeaders = async () => {
    if (auth === "hang") return new Promise<PiAuth>(() => {});
    if (auth instanceof Error) throw auth;
    return auth;
  };
  return { registry: { ...lookUp, getApiKeyAndHeaders }, complete, calls };
}

export function toolCall(input: unknown, name = "submit"): PiMessage {
  return { content: [{ type: "toolCall", id: "call-1", name, arguments: input }], stopReason: "toolUse" };
}

export function text(...texts: string[]): PiMessage {
  return { content: texts.map((text) => ({ type: "text", text })) };
}

export function trouble(errorMessage: string, over: PiMessage = {}): PiMessage {
  return { stopReason: "error", errorMessage, usage: {}, ...over };
}

/** How Pi tells of what a battery asks for. */
export function behaving(behaviour: ModelBehaviour): PiAnswer {
  if (behaviour.kind === "tool") return toolCall(behaviour.input);
  if (behaviour.kind === "text") return text(behaviour.text);
  if (behaviour.kind === "hang") return "hang";
  return failing[behaviour.failure];
}

const failing = {
  auth: trouble('401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}'),
  quota: trouble("You have hit your ChatGPT usage limit (plus plan). Try again in ~93 min."),
  rate_limited: trouble("429 Rate limit reached for requests"),
  overloaded: trouble('529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
  network: trouble("Connection error.: connect ECONNREFUSED 127.0.0.1:9"),
  refused: trouble("Provider finish_reason: content_filter"),
  truncated: { content: [{ type: "text", text: "{" }], stopReason: "length" },
  protocol: trouble("400 Unknown parameter: 'store'."),
} satisfies { [failure: string]: PiAnswer };

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((wake) => {
    if (signal.aborted) wake();
    signal.addEventListener("abort", () => wake(), { once: true });
  });
}
