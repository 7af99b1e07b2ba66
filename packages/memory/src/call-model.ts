import {
  type ModelFailure,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
  redact,
  type StructuredModel,
  singleLine,
} from "@holdfast/schema";
import type { Run } from "./run.ts";

export interface CallOptions {
  /** How much of what is left of the run's budget the call may take. */
  readonly share: number;
  /** Tokens that are counted where the provider does not say what a call used. */
  readonly estimate?: number;
}

/**
 * One call, within the request's time and its share of what is left of the run's budget, counted into the run. Never throws for a model's
 * trouble, and never waits for a model that forgets its time.
 */
export async function callModel(
  run: Run,
  model: StructuredModel,
  request: ModelRequest,
  { share, estimate = 0 }: CallOptions,
): Promise<ModelReply> {
  const timeoutMs = Math.max(1, Math.min(request.timeoutMs, Math.floor(run.leftMs() * share)));
  const { signal } = request;
  const reply = await inTime(() => model.complete({ ...request, timeoutMs }), { timeoutMs, signal });
  run.account(usageOf(reply, estimate));
  return reply;
}

/** What a call used; a server that does not say, and a call that was cut off, count as what was asked. */
function usageOf(reply: ModelReply, estimate: number): ModelUsage | undefined {
  const { usage } = reply;
  if (usage !== undefined && usage.input + usage.output > 0) return usage;
  const wasAsked = reply.kind === "answered" || reply.failure === "timeout";
  return wasAsked && estimate > 0 ? { input: estimate, output: 0 } : usage;
}

/** How much longer than promised a model may take before it is no longer waited for, in milliseconds. */
const grace = 1_000;

/** A host's own model may throw, hang or not hear that it was stopped: it can't hold up the run for that. */
function inTime(
  ask: () => Promise<ModelReply>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<ModelReply> {
  return new Promise((done) => {
    const end = (reply: ModelReply) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      done(reply);
    };
    const fail = (failure: ModelFailure, message: string) => end({ kind: "failed", failure, message });
    const onAbort = () => setTimeout(() => fail("aborted", "It was stopped."), grace).unref?.();
    const timer = setTimeout(() => fail("timeout", `No answer in ${timeoutMs} ms.`), timeoutMs + grace);
    signal?.addEventListener("abort", onAbort, { once: true });
    const asked = new Promise<ModelReply>((resolve) => resolve(ask()));
    asked.then(end, (error: unknown) =>
      fail("protocol", singleLine(redact(String(error)).text).slice(0, 300)),
    );
  });
}
