import { oneLine, within } from "@holdfast/models";
import type { ModelFailure, ModelReply, ModelRequest, StructuredModel } from "@holdfast/schema";
import { credentialFor, credentialIn, modelFor, type WaysToAsk, withoutKeys } from "./credential-for.ts";
import { failureOf } from "./failure-of.ts";
import { type Forcing, forceTool, refusesForcing } from "./force-tool.ts";
import { hearMessage } from "./hear-message.ts";
import { limitsOf, promptOf } from "./pi-call.ts";
import type { PiAuth, PiCallOptions, PiModel } from "./pi-models.ts";

export interface PiModelOptions extends WaysToAsk {
  readonly id: string;
  /** The model as Pi has it now: looked up for each call, because Pi may read its list anew at any time. */
  readonly find: () => PiModel | undefined;
  /** False for a model that is known to refuse a forced tool. */
  readonly forces: (model: PiModel) => boolean;
  /** Told when it has refused one. */
  readonly onRefusal: () => void;
}

/** One call while it runs. */
interface Call {
  readonly model: PiModel;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

/**
 * A model of Pi's, asked with the credential that Pi has. Retries are Pi's: at most two where its registry asks; none in older versions,
 * whose wait for a retry can't be ended. The tool is forced where we know how: a model that refuses forcing is asked again without. Nothing
 * of Pi's is touched once the call has ended.
 */
export function piModel(pi: PiModelOptions): StructuredModel {
  async function ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const model = pi.find();
    if (model === undefined) return failed("protocol", `Pi no longer knows ${pi.id}.`);
    const call = { model, request, signal };
    const forcing = pi.forces(model) ? forceTool(model.api, request.tool.name) : {};
    const reply = await askOnce(pi, call, forcing);
    if (forcing.toolChoice === undefined || signal.aborted || !isRefusal(reply)) return reply;
    pi.onRefusal();
    return askOnce(pi, call, {});
  }

  return {
    id: pi.id,
    async complete(request) {
      const bounds = within(request);
      try {
        const reply = await Promise.race([bounds.stopped, ask(request, bounds.signal).catch(brokenOff)]);
        return reply.kind === "failed" ? { ...reply, message: oneLine(reply.message) || noReason } : reply;
      } finally {
        bounds.end();
      }
    },
  };
}

function isRefusal(reply: ModelReply): boolean {
  return reply.kind === "failed" && reply.failure === "protocol" && refusesForcing(reply.message);
}

/** A failure's message is whole here, but without the keys of this call. */
async function askOnce(pi: WaysToAsk, call: Call, forcing: Forcing): Promise<ModelReply> {
  const { model, request, signal } = call;
  const stopped = failed("aborted", "Stopped before it was asked.");
  if (signal.aborted) return stopped;
  const auth = await credentialFor(pi, model);
  if (signal.aborted) return stopped;
  const limits = limitsOf(model, request, { retries: pi.registry.complete !== undefined });
  const reply = auth.ok
    ? await listen(pi, call, auth, { ...limits, ...forcing, signal })
    : failed("auth", auth.error);
  if (reply.kind === "answered") return reply;
  return { ...reply, message: withoutKeys(reply.message, model, auth) };
}

async function listen(
  { registry, complete }: WaysToAsk,
  { model, request }: Call,
  auth: PiAuth & { ok: true },
  options: PiCallOptions,
): Promise<ModelReply> {
  const prompt = promptOf(request, Date.now());
  try {
    const message =
      registry.complete !== undefined
        ? await registry.complete(model, prompt, options)
        : await complete?.(modelFor(auth, model), prompt, { ...options, ...credentialIn(auth) });
    return hearMessage(message, request.tool.name);
  } catch (error) {
    return brokenOff(error);
  }
}

/** Pi tells a provider's trouble in its message; what is thrown is trouble before the call, or another extension's. */
function brokenOff(error: unknown): ModelReply {
  const told = error instanceof Error ? [error.message, error.cause].map(wordsOf).join(" ") : wordsOf(error);
  return failed(failureOf(told), told);
}

/** `fetch` hides the system's error in the cause. */
function wordsOf(value: unknown): string {
  if (value === undefined) return "";
  return value instanceof Error ? `(${value.message})` : String(value);
}

const noReason = "The provider gave no reason.";

function failed(failure: ModelFailure, message: string): ModelReply {
  return { kind: "failed", failure, message };
}
