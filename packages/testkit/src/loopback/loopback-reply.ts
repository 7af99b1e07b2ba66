/** Tokens, as the Messages API counts them. */
export interface LoopbackUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
}

/** What every answer may say besides. */
interface Common {
  readonly usage?: LoopbackUsage;
  /** Answers with JSON although a stream was asked for. */
  readonly as?: "json";
}

/** How the server answers one request. */
export type LoopbackReply =
  /** A call of the tool that was offered, or of `name`. Who keeps several calls needs an `id` for each. */
  | (Common & {
      readonly kind: "tool";
      readonly input: unknown;
      readonly name?: string;
      readonly id?: string;
    })
  /** Tool calls whose JSON is this text, whatever it is; only in a stream. */
  | (Common & { readonly kind: "tool_json"; readonly json: string })
  | (Common & { readonly kind: "text"; readonly text: string })
  /** Half a tool call, because the limit of tokens was met. */
  | (Common & { readonly kind: "max_tokens"; readonly input: unknown })
  | (Common & { readonly kind: "context_full" })
  | (Common & { readonly kind: "refusal"; readonly explanation?: string })
  /** An error with a body as Anthropic sends it. `type` and `message` follow from the status unless given. */
  | {
      readonly kind: "error";
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly error_code?: string;
      readonly headers?: { readonly [name: string]: string };
    }
  /** A stream that begins well and then sends an error. */
  | { readonly kind: "error_midway"; readonly type: string; readonly message: string }
  /** Takes the request and never answers. */
  | { readonly kind: "hang" }
  /** Half an answer, then the socket is destroyed. */
  | (Common & { readonly kind: "cut_off"; readonly input: unknown })
  /** Half an answer, then an orderly end. */
  | (Common & { readonly kind: "ends_early"; readonly input: unknown })
  /** An answer in small pieces with a pause before each. */
  | (Common & { readonly kind: "drip"; readonly input: unknown; readonly everyMs: number })
  /** Any bytes: garbage, the wrong type, a redirect, five megabytes. */
  | {
      readonly kind: "raw";
      readonly status?: number;
      readonly headers?: { readonly [name: string]: string };
      readonly body: string;
    };
