import type { RecordRow, Standing } from "@holdfast/schema";
import { shortened, widthOf } from "../../../show/width-of.ts";
import type { DashboardState } from "../../dashboard-state.ts";
import { keyOf } from "../../facts.ts";
import { bodyRows, panes } from "../../layout.ts";
import { sideBySide } from "../../parts/beside.ts";
import { endOf } from "../../parts/end-of.ts";
import { placeWords, shownOf } from "../../parts/list.ts";
import { evenLine, row } from "../../parts/row.ts";
import { scrolled } from "../../parts/scrolled.ts";
import type { Page } from "../../screen.ts";
import { detailLines } from "./detail.ts";
import { chosenRow } from "./keys.ts";
import { memoryHeading } from "./state.ts";

export function drawMemory(state: DashboardState, page: Page): string[] {
  const { size, memory } = state;
  const room = panes(size, memoryHeading);
  if (memory.whole)
    return scrolled(chosenLines(state, page.columns, page), memory.line, { height: bodyRows(size), ...page });
  const { from, rows } = shownOf(memory.list, memory.place, room.listRows);
  const list = rows.map((one, at) =>
    recordLine(state, one, { isChosen: from + at === memory.place, columns: room.listColumns, page }),
  );
  const empty = list.length === 0 ? [page.styles.dim(emptyWords(state))] : list;
  const detail = chosenLines(state, room.paneColumns, page);
  return [...heading(state, { from, shown: rows.length }, page), ...sideBySide(empty, detail, room, page)];
}

function heading(
  { memory, facts }: DashboardState,
  at: { from: number; shown: number },
  { columns, styles }: Page,
): string[] {
  const { query, typing, category, status, scope, list } = memory;
  const place = facts.outline === undefined ? "reading ..." : placeWords(at.from, at.shown, list.length);
  const cursor = typing ? "\u2588" : "";
  const room = Math.max(8, columns - widthOf(place) - 12);
  const typed = endOf(evenLine(query), room - 1);
  const search =
    typing || query !== "" ? `${styles.bold("Search:")} ${typed}${cursor}` : styles.dim("/ searches");
  const used = typing || query !== "" ? 8 + widthOf(typed) + widthOf(cursor) : 10;
  // A search finds what is current; the filter of what stands how is for the list.
  const how = query.trim() === "" ? standingWord(status) : "current";
  const whose = scope === undefined ? "both" : scope === "user" ? "yours" : "the project's";
  const filters = [`category: ${category ?? "all"} (c)`, `status: ${how} (s)`, `whose: ${whose} (w)`].join(
    "   ",
  );
  return [
    `${search}${" ".repeat(Math.max(1, columns - used - widthOf(place)))}${styles.dim(place)}`,
    styles.dim(shortened(filters, columns)),
  ];
}

function recordLine(
  { facts, memory }: DashboardState,
  one: { readonly id: string; readonly scope: RecordRow["scope"] },
  { isChosen, columns, page: { styles } }: { isChosen: boolean; columns: number; page: Page },
): string {
  const record = facts.rows.get(keyOf(one));
  const mark = { text: isChosen ? "\u203a" : "", width: 1 };
  if (record === undefined) return row([mark, { text: one.id, width: columns - 3, style: styles.dim }]);
  const { category, scope, status, forgotten, summary } = record;
  const standing = status === "current" ? "" : standingWord(status);
  // Beside something that is current only, what is not would be a column of blanks.
  const standingColumns = memory.status === "current" || memory.query !== "" ? 0 : 8;
  const taken = 1 + 2 + 10 + 2 + 4 + 2 + (standingColumns > 0 ? standingColumns + 2 : 0);
  return row([
    mark,
    { text: category, width: 10, style: styles.dim },
    { text: scope === "user" ? "user" : "", width: 4, style: styles.note },
    { text: standing, width: standingColumns, style: styles.warn },
    {
      text: forgotten === undefined ? summary : "(forgotten)",
      width: Math.max(4, columns - taken),
      ...(isChosen && { style: styles.chosen }),
    },
  ]);
}

/** The word of the overview for what is replaced. */
function standingWord(status: Standing | undefined): string {
  return status === "superseded" ? "replaced" : (status ?? "any");
}

function emptyWords({ memory, facts }: DashboardState): string {
  if (facts.outline === undefined) return "Reading memory ...";
  if (memory.query.trim() !== "")
    return memory.answered === undefined
      ? "Searching ..."
      : "Nothing is known about that. Only what is current is searched.";
  return facts.outline.length === 0
    ? 'Nothing is known yet. Start with: holdfast remember "..."'
    : "No record passes these filters.";
}

function chosenLines(state: DashboardState, columns: number, { styles }: Page): string[] {
  const record = chosenRow(state);
  return record === undefined
    ? []
    : detailLines(record, state.memory.why.get(keyOf(record)), { columns, styles });
}
