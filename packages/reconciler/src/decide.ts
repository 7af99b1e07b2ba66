import { checkActions } from "./check-actions.ts";
import type { Plan } from "./plan.ts";
import { type SettleOptions, settle } from "./settle.ts";

export interface DecideOptions extends Omit<SettleOptions, "checked"> {
  /** What whoever judged the chunk answered, in whatever shape. */
  readonly input: unknown;
}

/**
 * Everything that a reply changes, decided purely: the valid actions of it are carried out, whatever is wrong with the others. Every candidate of
 * the chunk ends in exactly one of `settled`, `changed` and `waiting`. Never throws, whatever `input` is. For a repair in between, call
 * `checkActions` and `settle` instead.
 */
export function decide({ input, ...options }: DecideOptions): Plan {
  return settle({ ...options, checked: checkActions(options.chunk, input) });
}
