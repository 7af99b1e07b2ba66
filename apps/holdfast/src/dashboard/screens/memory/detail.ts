import type { RecordRow } from "@holdfast/schema";
import { recordText } from "../../../show/record-text.ts";
import type { Styles } from "../../../styles.ts";
import { fold } from "../../parts/fold.ts";
import { evenLine } from "../../parts/row.ts";

/** All that is to be said of a record; `why` is why a search found it. */
export function detailLines(
  record: RecordRow,
  why: string | undefined,
  { columns, styles }: { readonly columns: number; readonly styles: Styles },
): string[] {
  const lines = recordText(record, styles, columns).trimEnd().split("\n");
  const found = why === undefined ? [] : [styles.dim(`found: ${evenLine(why)}`)];
  return [...found, ...lines].flatMap((line) => fold(line, columns));
}
