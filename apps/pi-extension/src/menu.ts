import type { Status } from "@holdfast/schema";
import { count } from "./tell.ts";
import { type TypedCommand, typedCommands } from "./typed-commands.ts";

/** A row of a menu. Rows are told apart by their words, as Pi's select gives back the row. */
export interface MenuRow<Action extends string = string> {
  readonly action: Action;
  readonly label: string;
  readonly does: string;
}

export interface Menu<Action extends string = string> {
  readonly title: string;
  readonly rows: readonly MenuRow<Action>[];
  /** The row on which the cursor starts: never one that starts a turn or a run. */
  readonly start: Action;
}

export type MemoryAction = "consolidate" | "reconcile" | "recover" | "inspect";

/**
 * What `/memory` offers. One row is recommended: consolidate when something waits or was said that is not saved, else recover when there are
 * dead letters.
 */
export function memoryMenu(status: Status, unsaved: boolean): Menu<MemoryAction> {
  const { staged, dead_letters } = status;
  const recommended = staged > 0 || unsaved ? "consolidate" : dead_letters > 0 ? "recover" : undefined;
  const rows: readonly MenuRow<MemoryAction>[] = [
    { action: "consolidate", label: "Consolidate", does: "learn from this session" },
    { action: "reconcile", label: `Reconcile (${staged} staged)`, does: "settle what waits" },
    {
      action: "recover",
      label: `Recover (${count(dead_letters, "dead letter")})`,
      does: "bring back what failed",
    },
    { action: "inspect", label: "Inspect...", does: "look, change nothing" },
  ];
  return {
    title: titleOf(status),
    rows: rows.map((row) =>
      row.action === recommended ? { ...row, label: `${row.label} - recommended` } : row,
    ),
    start: "inspect",
  };
}

/** Everything that only looks. */
export function inspectMenu(): Menu {
  const looking = typedCommands.filter(({ looks }) => looks);
  const row = ({ word, does }: TypedCommand) => ({ action: word, label: word, does });
  return { title: "Memory: inspect", rows: looking.map(row), start: "status" };
}

/** Before there is any memory it says what this is and where it would keep things. */
function titleOf({ records, staged, dead_letters, dir }: Status): string {
  if (records + staged + dead_letters > 0) return `Memory: ${count(records, "record file")}`;
  return `Holdfast remembers lessons, preferences, decisions and facts over sessions, as Markdown files in ${dir}`;
}
