import type { DeadLetterRow } from "@holdfast/memory";
import type { DashboardState } from "../../dashboard-state.ts";
import type { Intent } from "../../message.ts";
import { type Binding, candidateBindings, listBindings, whereThereIs } from "../../screen.ts";

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
  ...candidateBindings(chosenLetter),
  ...listBindings,
];

export function chosenLetter({ deadLetters }: DashboardState): DeadLetterRow | undefined {
  return deadLetters.list[deadLetters.place];
}

function onRow(meaning: (row: DeadLetterRow) => Intent): Binding["intent"] {
  return whereThereIs(chosenLetter, meaning);
}
