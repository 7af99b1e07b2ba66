import type { GateName, MemoryRecord, Violation } from "@holdfast/schema";
import type { LabelledCase, LabelledChunk } from "../ask/label-chunk.ts";
import type { Asked } from "../read-actions.ts";

/** What a gate may look at beside the action. */
export interface GateContext {
  readonly chunk: LabelledChunk;
  /** Every action of the reply. */
  readonly asked: readonly Asked[];
}

/**
 * One validation of an action: nothing when it passes, else the violation, which names the gate, the candidate, the place in the reply and
 * what to do. A gate answers one question and passes whatever another gate refuses. Pure.
 */
export type Gate = (asked: Asked, context: GateContext) => Violation | undefined;

/** The violation of an action at `field` of it. */
export function violation(
  gate: GateName,
  { path, action }: Asked,
  field: string,
  message: string,
): Violation {
  return { gate, ref: action.ref, path: field === "" ? path : `${path}.${field}`, message };
}

/** The candidate an action is about and the record it names, when both exist. */
export function partiesOf(
  { action }: Asked,
  { chunk }: GateContext,
): { readonly one: LabelledCase; readonly target: MemoryRecord } | undefined {
  const one = chunk.cases.get(action.ref);
  const target = action.target_id === undefined ? undefined : chunk.records.get(action.target_id);
  return one && target && { one, target };
}
