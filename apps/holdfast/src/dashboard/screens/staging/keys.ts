import type { StagedRow } from "@holdfast/memory";
import type { DashboardState } from "../../dashboard-state.ts";
import type { Intent } from "../../message.ts";
import { type Binding, listBindings } from "../../screen.ts";

export const stagingBindings: readonly Binding[] = [
  {
    keys: ["r"],
    shown: "r",
    legend: "reconcile now",
    help: "settle everything that waits",
    intent: () => ({ kind: "reconcile" }),
  },
  {
    keys: ["d"],
    shown: "d",
    legend: "drop",
    help: "settle it as discarded by you (asks); recover brings it back",
    intent: onRow(({ candidate_id: id, scope }) => ({
      kind: "ask",
      question: `Drop ${id}? It is settled as discarded; holdfast recover brings it back.`,
      meaning: { kind: "drop", id, scope },
    })),
  },
  {
    keys: ["enter", "o"],
    shown: "Enter/o",
    legend: "open",
    help: "the whole candidate; Esc closes",
    intent: () => ({ kind: "open" }),
  },
  {
    keys: ["y"],
    shown: "y",
    legend: "copy id",
    help: "copy its id to the clipboard",
    intent: onRow(({ candidate_id }) => ({ kind: "copy", id: candidate_id })),
  },
  ...listBindings,
];

export function chosenStaged({ staging }: DashboardState): StagedRow | undefined {
  return staging.list[staging.place];
}

function onRow(meaning: (row: StagedRow) => Intent): Binding["intent"] {
  return (state) => {
    const row = chosenStaged(state);
    return row && meaning(row);
  };
}
