/** What a careful model is asked: everything it needs, and the one tool it must answer with. */
export interface ModelRequest {
  /** The part that stays the same from call to call. */
  readonly system: string;
  readonly prompt: string;
  /** `input` is the JSON Schema of its argument. */
  readonly tool: { readonly name: string; readonly description: string; readonly input: object };
  readonly signal?: AbortSignal | undefined;
  /** For this call, in milliseconds. */
  readonly timeoutMs: number;
}

/** What came back: the tool's input, unread, or why there is none. A failure is an answer, not an error. */
export type ModelReply =
  | {
      readonly kind: "answered";
      readonly input: unknown;
      readonly stop_reason: string;
      readonly usage: { readonly input: number; readonly output: number };
    }
  | { readonly kind: "failed"; readonly failure: ModelFailure; readonly message: string };

/** Why a model gave no verdict. None of these counts as an attempt. */
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

/** Whoever can be asked for structured answers. Never rejects for a provider's trouble. */
export interface StructuredModel {
  /** `provider/model`, as reports name it. */
  readonly id: string;
  complete(request: ModelRequest): Promise<ModelReply>;
}
