import {
  type Checked,
  checkCandidate,
  type Found,
  foldWindow,
  type Ground,
  readSubmission,
  renderWindow,
  tokensToAsk,
  type Window,
} from "@holdfast/extraction";
import type { ModelFailure, Refused, StructuredModel } from "@holdfast/schema";
import { callModel } from "../call-model.ts";
import type { Run } from "../run.ts";

/** What came of asking a model to read a window. */
export type WindowAnswer =
  | {
      readonly kind: "read";
      readonly found: readonly Found[];
      readonly refused: readonly Refused[];
      readonly passedOver: readonly Refused[];
    }
  | { readonly kind: "failed"; readonly failure: ModelFailure | "unreadable"; readonly message: string };

export interface Asking {
  readonly run: Run;
  readonly model: StructuredModel;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly ground: Omit<Ground, "window">;
}

/** Asks a model to read a window, and believes nothing that it says without its quote. Nothing is changed. */
export async function askWindow(
  { run, model, timeoutMs, signal, ground }: Asking,
  window: Window,
): Promise<WindowAnswer> {
  const request = { ...renderWindow(window), timeoutMs, signal };
  const reply = await callModel(run, model, request, { share: 1, estimate: tokensToAsk(window) });
  if (reply.kind === "failed") return reply;
  const submitted = readSubmission(reply.input);
  if (submitted === undefined)
    return { kind: "failed", failure: "unreadable", message: "The answer holds no list of candidates." };
  const { members, leftOut } = submitted;
  const held = { ...ground, window: foldWindow(window.passages) };
  const checked = members.map((one) => checkCandidate(one, held));
  return {
    kind: "read",
    found: checked.flatMap((one) => (one.kind === "found" ? one.found : [])),
    refused: [...reasonsOf(checked, "refused"), ...tooMany(leftOut)],
    passedOver: reasonsOf(checked, "passed_over"),
  };
}

function tooMany(leftOut: number): Refused[] {
  if (leftOut === 0) return [];
  return [
    {
      path: "reply",
      message: `${leftOut} more were submitted than one window can teach; they were not read.`,
    },
  ];
}

function reasonsOf(checked: readonly Checked[], kind: "refused" | "passed_over"): Refused[] {
  return checked.flatMap((one) => (one.kind === kind ? [one.refused] : []));
}
