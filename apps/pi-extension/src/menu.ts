import type { Status } from "@holdfast/schema";

/** A row of the menu, and what it does. Rows are told apart by their words alone, as Pi gives back the row. */
export interface MenuRow {
  readonly action: "inspect" | "consolidate" | "reconcile" | "recover";
  readonly label: string;
  readonly recommended: boolean;
}

/**
 * What `/memory` offers. Inspect comes first, so that Enter starts no turn. One row is recommended: consolidate when something waits or was said
 * that is not saved, else recover when there are dead letters.
 */
export function menuRows({ staged, dead_letters }: Status, unsaved: boolean): readonly MenuRow[] {
  const recommended = staged > 0 || unsaved ? "consolidate" : dead_letters > 0 ? "recover" : undefined;
  const rows = [
    { action: "inspect", label: "Inspect: status, records, what waits" },
    { action: "consolidate", label: "Consolidate: the agent saves what this session taught" },
    { action: "reconcile", label: `Reconcile: settle what waits (${staged} staged)` },
    {
      action: "recover",
      label: `Recover: bring dead letters back (${dead_letters} dead ${dead_letters === 1 ? "letter" : "letters"})`,
    },
  ] as const;
  return rows.map(({ action, label }) => {
    const isRecommended = action === recommended;
    return { action, label: isRecommended ? `${label} (recommended)` : label, recommended: isRecommended };
  });
}

/** The title of the menu; before there is any memory it says what this is and where it would keep things. */
export function menuTitle({ records, staged, dead_letters, dir }: Status): string {
  if (records + staged + dead_letters > 0) return `Memory: ${records} records`;
  return `Holdfast remembers lessons, preferences, decisions and facts over sessions, as Markdown files in ${dir}`;
}
