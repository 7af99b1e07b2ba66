import {
  afterRepair,
  type Checked,
  checkActions,
  type LabelledChunk,
  type RenderedPrompt,
  readReply,
  renderPrompt,
  renderRepair,
  worthRepairing,
} from "@holdfast/reconciler";
import type { ModelFailure, ModelReply, StructuredModel } from "@holdfast/schema";
import { callModel } from "./call-model.ts";
import type { Held } from "./held.ts";

/** What came of asking a model about a chunk. */
export type Asked =
  | {
      readonly kind: "judged";
      readonly checked: Checked;
      /** Labels that were not shown in full, in any of the prompts. */
      readonly shortened: ReadonlySet<string>;
      readonly repaired: boolean;
      /** Labels whose rejected actions were sent back in a call that failed: no verdict, and no attempt. */
      readonly unanswered: ReadonlyMap<string, string>;
    }
  | { readonly kind: "failed"; readonly failure: ModelFailure; readonly message: string };

/**
 * Asks once, and sends back once what the gates rejected. Every word of the answer is checked before it is believed. A call may take at
 * most half of what is left of the budget. Never throws for a model's trouble; nothing is changed.
 */
export async function askModel(held: Held, model: StructuredModel, chunk: LabelledChunk): Promise<Asked> {
  const today = held.world.now().toISOString();
  const first = renderPrompt(chunk, { today });
  const reply = await call(held, model, first);
  if (reply.kind === "failed") return reply;
  const checked = checkActions(chunk, readReply(reply.input));
  const rejected = worthRepairing(checked.rejected, first.shortened);
  const answered = {
    kind: "judged",
    checked,
    shortened: first.shortened,
    repaired: false,
    unanswered: new Map(),
  } as const;
  if (rejected.length === 0 || held.run.stopReason() !== undefined) return answered;

  held.run.tell({
    kind: "repair",
    run_id: held.run.run_id,
    chunk: chunk.cases.size,
    rejected: rejected.length,
  });
  const again = renderRepair(chunk, rejected, { today });
  const repair = await call(held, model, again);
  const refs = rejected.map(({ ref }) => ref);
  const shortened = new Set([...first.shortened, ...again.shortened]);
  if (repair.kind === "failed") {
    const unanswered = new Map(refs.map((ref) => [ref, repair.message]));
    const kept = checked.rejected.filter(({ ref }) => !unanswered.has(ref));
    return { ...answered, checked: { ...checked, rejected: kept }, shortened, unanswered };
  }
  const second = checkActions(chunk, readReply(repair.input), refs);
  return { ...answered, checked: afterRepair(checked, second), shortened, repaired: true };
}

async function call(
  { world, run, options }: Held,
  model: StructuredModel,
  { system, prompt, tool }: RenderedPrompt,
): Promise<ModelReply> {
  const { signal } = options;
  const timeoutMs = world.settings.reconciliationTimeoutMs;
  return callModel(run, model, { system, prompt, tool, timeoutMs, signal }, { share: 1 / 2 });
}
