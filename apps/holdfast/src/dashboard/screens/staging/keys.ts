import type { StagedRow } from "@holdfast/memory";
import type { DashboardState } from "../../dashboard-state.ts";
import { type Binding, candidateBindings, listBindings } from "../../screen.ts";

export const stagingBindings: readonly Binding[] = [
  {
    keys: ["r"],
    shown: "r",
    legend: "reconcile now",
    help: "settle everything that waits",
    intent: () => ({ kind: "reconcile" }),
  },
  ...candidateBindings(chosenStaged),
  ...listBindings,
];

export function chosenStaged({ staging }: DashboardState): StagedRow | undefined {
  return staging.list[staging.place];
}
