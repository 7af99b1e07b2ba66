import type { ModelFailure, ModelReply, ModelRequest, ModelUsage, StructuredModel } from "@holdfast/schema";

/** How a scripted model answers one request: a reply, or never. */
export type ScriptedReply = ModelReply | "hang";

/** One reply for each request, the last one again and again; or a function of the request and its number, from 0. */
export type ModelScript =
  | readonly ScriptedReply[]
  | ((request: ModelRequest, nth: number) => ScriptedReply | Promise<ScriptedReply>);

/** A model without a provider, and what it was asked. */
export interface ScriptedModel extends StructuredModel {
  /** Every request that was not stopped before it was asked. */
  readonly requests: readonly ModelRequest[];
}

/** A model that answers as the script says, and keeps the promises of the port: time, abort, and no rejection. */
export function scriptedModel(script: ModelScript, { id = "scripted/model" } = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  async function reply(request: ModelRequest): Promise<ModelReply> {
    const nth = requests.push(request) - 1;
    const said =
      typeof script === "function" ? await script(request, nth) : (script[nth] ?? script.at(-1) ?? "hang");
    return said === "hang" ? new Promise(() => {}) : said;
  }
  return {
    id,
    requests,
    complete(request) {
      if (request.signal?.aborted) return Promise.resolve(aFailure("aborted"));
      if (request.timeoutMs <= 0) return Promise.resolve(aFailure("timeout"));
      return stoppable(request, reply(request));
    },
  };
}

/** A reply with this as the input of the tool. */
export function anAnswer(input: unknown, usage: ModelUsage = { input: 100, output: 20 }): ModelReply {
  return { kind: "answered", input, stop_reason: typeof input === "string" ? "end_turn" : "tool_use", usage };
}

/** A reply that is none. */
export function aFailure(failure: ModelFailure, message = `Scripted ${failure}.`): ModelReply {
  return { kind: "failed", failure, message };
}

function stoppable({ signal, timeoutMs }: ModelRequest, reply: Promise<ModelReply>): Promise<ModelReply> {
  return new Promise((resolve, reject) => {
    const abort = () => end(aFailure("aborted"));
    const timer = setTimeout(() => end(aFailure("timeout")), timeoutMs);
    function end(with_: ModelReply): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      resolve(with_);
    }
    signal?.addEventListener("abort", abort, { once: true });
    reply.then(end, reject);
  });
}
