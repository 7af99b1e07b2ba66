import type { DashboardState } from "./dashboard-state.ts";
import { keyOf } from "./facts.ts";
import type { Named, RecallAsked } from "./message.ts";
import { askedBy, isSame, shownRecords } from "./screens/memory/state.ts";

/** What the screen shows and what has not been read yet. */
export interface Wants {
  readonly records: readonly Named[];
  readonly recall: RecallAsked | undefined;
  /** The prompt whose context is looked at. */
  readonly prompt: string | undefined;
}

/** What must be read for what is on the screen now. Pure; nothing that is not on it is asked for. */
export function wantsOf(state: DashboardState): Wants {
  const { memory, context, facts, screen, size } = state;
  const isMemory = screen === "memory";
  const asked = askedBy(memory);
  return {
    records: isMemory
      ? shownRecords(memory, size).filter((one) => !facts.rows.has(keyOf(one)) || facts.stale.has(keyOf(one)))
      : [],
    recall: isMemory && asked && !isSame(asked, memory.answered) ? asked : undefined,
    prompt: screen === "context" && context.asked !== context.prompt ? context.prompt : undefined,
  };
}
