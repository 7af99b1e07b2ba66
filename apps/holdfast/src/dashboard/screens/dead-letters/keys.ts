import type { DeadLetterRow } from "@holdfast/memory";
import type { DashboardState } from "../../dashboard-state.ts";
import type { Intent } from "../../message.ts";
import { type Binding, listBindings } from "../../screen.ts";

export const deadLettersBindings: readonly Binding[] = [
  {
    keys: ["r"],
    shown: "r",
    legend: "recover",
    help: "back to staging, with no attempts",
    intent: onRow(({ candidate_id }) => ({ kind: "recover", ids: [candidate_id] })),
  },
  {
    keys: ["R"],
    shown: "R",
    legend: "recover all",
    help: "all of them back to staging",
    intent: ({ deadLetters }) =>
      deadLetters.list.length === 0 ? undefined : { kind: "recover", ids: "all" },
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
    help: "all of it; Esc closes",
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

export function chosenLetter({ deadLetters }: DashboardState): DeadLetterRow | undefined {
  return deadLetters.list[deadLetters.place];
}

function onRow(meaning: (row: DeadLetterRow) => Intent): Binding["intent"] {
  return (state) => {
    const row = chosenLetter(state);
    return row && meaning(row);
  };
}
