/** What a careful model is asked: everything it needs, and the one tool it must answer with. */
export interface ModelRequest {
  /** The part that stays the same from call to call. */
  readonly system: string;
  readonly prompt: string;
  /** `input` is the JSON Schema of its argument. */
  readonly tool: { readonly name: string; readonly description: string; readonly input: object };
  readonly signal?: AbortSignal | undefined;
  /** For this call, in milliseconds, its retries among them. */
  readonly timeoutMs: number;
}

/** What a call used, as far as the provider said. Tokens are counts. */
export interface ModelUsage {
  /** What the model read, those that its cache gave and kept among them. */
  readonly input: number;
  /** What it wrote, its thinking among them. */
  readonly output: number;
  /** How many of `input` came from the cache. */
  readonly cache_read?: number;
  /** How many of `input` were put into the cache. */
  readonly cache_write?: number;
  /** US dollars. Absent where the price is not known. */
  readonly cost_usd?: number;
}

/**
 * What came back, or why nothing did. A failure is an answer, not an error. `input` is the tool's argument, unread; where the model
 * wrote text instead of calling the tool, or an argument that is no JSON, it is that text.
 */
export type ModelReply =
  | {
      readonly kind: "answered";
      readonly input: unknown;
      readonly stop_reason: string;
      readonly usage: ModelUsage;
    }
  | {
      readonly kind: "failed";
      readonly failure: ModelFailure;
      /** What happened, in one line, free of secrets. */
      readonly message: string;
      /** Present where the provider said what the failed call used. */
      readonly usage?: ModelUsage;
    };

/**
 * Why a model gave no verdict. None of these counts as an attempt. `overloaded` is any trouble of the provider's own, `truncated`
 * whatever did not fit (the answer, or the question), `quota` a limit that waiting a moment does not lift.
 */
export const modelFailures = [
  "auth",
  "quota",
  "rate_limited",
  "overloaded",
  "timeout",
  "aborted",
  "network",
  "refused",
  "truncated",
  "protocol",
] as const;
export type ModelFailure = (typeof modelFailures)[number];

/**
 * Whoever can be asked for structured answers. Never rejects for a provider's trouble. Answers within `timeoutMs`, and at once
 * when `signal` aborts; nothing of the call goes on after that.
 */
export interface StructuredModel {
  /** `provider/model`, as reports name it. */
  readonly id: string;
  complete(request: ModelRequest): Promise<ModelReply>;
}
