import { singleLine } from "../canonical-text.ts";

/** A few of the names that someone else chose, each on one line. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => singleLine(name.slice(0, 60)));
  return shown.join(", ") + (names.length > shown.length ? `, and ${names.length - shown.length} more` : "");
}
