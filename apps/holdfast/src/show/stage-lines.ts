import type { StageResult } from "@holdfast/schema";
import type { Styles } from "../styles.ts";
import { visibleLine } from "../visible-text.ts";
import { table } from "./table.ts";

/** What staging has to say about a proposal: what is known already, what was refused, what was taken out. */
export function stageLines(
  stage: StageResult | undefined,
  { styles, width, allNotes }: { styles: Styles; width: number; allNotes?: boolean },
): string[] {
  if (stage === undefined) return [];
  const { already, refused, notes } = stage;
  const line = (mark: string, text: string, style: (text: string) => string) => [
    { text: mark, style },
    { text: visibleLine(text), style },
  ];
  const known = new Set(already.map(({ id }) => id));
  const toTell = notes.filter(
    ({ path, message }) => allNotes || known.has(path) || message.startsWith("Taken out"),
  );
  const rows = [
    ...already.map(({ id, place, record_id }) =>
      line("=", `${id} is known already: ${record_id ?? placeWords[place]}`, styles.note),
    ),
    ...refused
      .slice(0, shownRefused)
      .map(({ path, message }) => line("x", `${path}: ${message}`, styles.bad)),
    ...(refused.length > shownRefused
      ? [line("x", `and ${refused.length - shownRefused} more (--json tells them all)`, styles.bad)]
      : []),
    ...toTell.map(({ path, message }) => line(" ", `${path}: ${message}`, styles.dim)),
  ];
  return table(rows, { most: [1], width });
}

/** Of refused members, so many are told one by one. */
const shownRefused = 20;

const placeWords = {
  staging: "it waits in staging",
  record: "it is in a record",
  ledger: "it was settled",
  dead_letter: "it is a dead letter (holdfast deadletter)",
} as const;
