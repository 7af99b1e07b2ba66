import type { RunReport } from "@holdfast/schema";
import type { DashboardState } from "../../dashboard-state.ts";
import type { Intent } from "../../message.ts";
import { type Binding, listBindings } from "../../screen.ts";

export const runsBindings: readonly Binding[] = [
  {
    keys: ["enter", "o"],
    shown: "Enter/o",
    legend: "open",
    help: "its chunks and every outcome, with the reasons; Esc closes",
    intent: () => ({ kind: "open" }),
  },
  {
    keys: ["u"],
    shown: "u",
    legend: "undo run",
    help: "archive the records that it founded (asks)",
    intent: onRun(({ run_id }) => ({
      kind: "ask",
      question: `Undo ${run_id}? The records that it founded are archived.`,
      meaning: { kind: "undo_run", id: run_id },
    })),
  },
  {
    keys: ["y"],
    shown: "y",
    legend: "copy id",
    help: "copy its id to the clipboard",
    intent: onRun(({ run_id }) => ({ kind: "copy", id: run_id })),
  },
  ...listBindings,
];

export function chosenRun({ runs }: DashboardState): RunReport | undefined {
  return runs.list[runs.place];
}

function onRun(meaning: (run: RunReport) => Intent): Binding["intent"] {
  return (state) => {
    const run = chosenRun(state);
    return run && meaning(run);
  };
}
