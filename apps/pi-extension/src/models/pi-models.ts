/**
 * What we need of Pi's models, the same in 0.74 and 1.6. The shapes are Pi's; nothing of Pi is imported, so that this
 * loads in every version of it.
 */
export interface PiModels {
  find(provider: string, id: string): PiModel | undefined;
  hasConfiguredAuth(model: PiModel): boolean;
  /** Asks with the credential that Pi has. Missing before 0.86. */
  complete?(model: PiModel, context: PiPrompt, options: PiCallOptions): Promise<unknown>;
  getApiKeyAndHeaders?(model: PiModel): Promise<PiAuth>;
}

/** `complete` of pi-ai, which is told the credential: how to ask where Pi's registry can't. */
export type PiComplete = NonNullable<PiModels["complete"]>;

export interface PiModel {
  readonly id: string;
  readonly provider: string;
  /** The language it is spoken to in: `anthropic-messages`, `openai-responses` and so on. */
  readonly api: string;
  readonly baseUrl?: string | undefined;
  readonly headers?: PiHeaders | undefined;
  readonly contextWindow?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** A null stands for a usual header that is left out. */
export type PiHeaders = { readonly [name: string]: string | null };

export type PiAuth =
  | {
      readonly ok: true;
      readonly apiKey?: string | undefined;
      readonly headers?: PiHeaders | undefined;
      /** Where this credential is good. 1.x. */
      readonly baseUrl?: string | undefined;
      /** What the provider would otherwise look for in the environment. 1.x. */
      readonly env?: { readonly [name: string]: string } | undefined;
    }
  | { readonly ok: false; readonly error: string };

/** Its lists are not readonly because Pi's are not. */
export interface PiPrompt {
  readonly systemPrompt: string;
  readonly messages: {
    readonly role: "user";
    readonly content: { readonly type: "text"; readonly text: string }[];
    readonly timestamp: number;
  }[];
  readonly tools: {
    readonly name: string;
    readonly description: string;
    /** JSON Schema. */
    readonly parameters: object;
  }[];
}

/**
 * Those of every provider, and `toolChoice` and the like, which each has in its own form. A provider ignores what it does not
 * know. A type, because Pi's own options have an index.
 */
export type PiCallOptions = {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryDelayMs: number;
  readonly maxTokens?: number;
  readonly transport: "sse";
  readonly toolChoice?: unknown;
  readonly thinkingEnabled?: false;
  /** May replace what is sent; undefined leaves it. */
  readonly onPayload?: (payload: unknown) => unknown;
  readonly apiKey?: string;
  /** 1.x takes null as well. */
  readonly headers?: { readonly [name: string]: string };
  readonly env?: { readonly [name: string]: string };
};
