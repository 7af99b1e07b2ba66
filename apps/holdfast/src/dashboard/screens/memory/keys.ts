import type { RecordRow } from "@holdfast/schema";
import type { DashboardState } from "../../dashboard-state.ts";
import { keyOf } from "../../facts.ts";
import type { Intent } from "../../message.ts";
import { type Binding, listBindings, whereThereIs } from "../../screen.ts";

export const memoryBindings: readonly Binding[] = [
  {
    keys: ["/"],
    shown: "/",
    legend: "search",
    help: "search while you type; Enter or Esc ends",
    intent: () => ({ kind: "start_typing" }),
  },
  {
    keys: ["c"],
    shown: "c",
    help: "only one category, the next, all",
    intent: () => ({ kind: "filter", by: "category" }),
  },
  {
    keys: ["s"],
    shown: "s",
    help: "only current, replaced, archived, any",
    intent: () => ({ kind: "filter", by: "status" }),
  },
  {
    keys: ["w"],
    shown: "w",
    help: "whose: the project's, yours, both",
    intent: () => ({ kind: "filter", by: "scope" }),
  },
  {
    keys: ["enter"],
    shown: "Enter",
    legend: "open",
    help: "the whole record; Esc closes",
    intent: () => ({ kind: "open" }),
  },
  {
    keys: ["e"],
    shown: "e",
    legend: "edit",
    help: "open its file in $VISUAL, $EDITOR or vi",
    intent: onRow(({ path }) => ({ kind: "edit", path })),
  },
  {
    keys: ["a"],
    shown: "a",
    legend: "archive",
    help: "take it out of what is current",
    intent: onRow((row) => ({ kind: "archive", ...named(row) })),
  },
  {
    keys: ["r"],
    shown: "r",
    legend: "restore",
    help: "undo an archive",
    intent: onRow((row) => ({ kind: "restore", ...named(row) })),
  },
  {
    keys: ["u"],
    shown: "u",
    legend: "undo",
    help: "archive it, and what it replaced is current again",
    intent: onRow((row) => ({ kind: "undo", ...named(row) })),
  },
  {
    keys: ["f"],
    shown: "f",
    legend: "forget",
    help: "erase its text everywhere, for good (asks)",
    intent: onRow((row) => ({
      kind: "ask",
      question: `Erase the text of ${row.id} everywhere, for good?`,
      meaning: { kind: "forget", ...named(row) },
    })),
  },
  {
    keys: ["y"],
    shown: "y",
    legend: "copy id",
    help: "copy its id to the clipboard",
    intent: onRow(({ id }) => ({ kind: "copy", id })),
  },
  ...listBindings,
];

/** The chosen record, once its text was read. */
export function chosenRow({ memory, facts }: DashboardState): RecordRow | undefined {
  return memory.chosen && facts.rows.get(keyOf(memory.chosen));
}

function onRow(meaning: (row: RecordRow) => Intent): Binding["intent"] {
  return whereThereIs(chosenRow, meaning);
}

function named({ id, scope }: RecordRow) {
  return { id, scope };
}
