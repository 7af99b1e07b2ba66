import { wrap } from "../../../show/wrap.ts";
import type { DashboardState } from "../../dashboard-state.ts";
import { bodyRows, panes } from "../../layout.ts";
import { sideBySide } from "../../parts/beside.ts";
import { placeWords, shownOf } from "../../parts/list.ts";
import { row } from "../../parts/row.ts";
import { scrolled } from "../../parts/scrolled.ts";
import type { Page } from "../../screen.ts";
import { stagedLines } from "./detail.ts";
import { chosenStaged } from "./keys.ts";
import { stagingHeading } from "./state.ts";

export function drawStaging(state: DashboardState, page: Page): string[] {
  const { facts, staging, size } = state;
  const { styles, columns } = page;
  if (facts.staged === undefined) return [styles.dim("Reading what waits ...")];
  if (staging.list.length === 0)
    return [
      "Nothing waits.",
      "",
      ...wrap("What an agent saves comes here first, and stays until it is settled.", columns).map(
        styles.dim,
      ),
    ];
  const chosen = chosenStaged(state);
  if (staging.whole && chosen)
    return scrolled(stagedLines(chosen, page), staging.line, { height: bodyRows(size), styles });

  const room = panes(size, stagingHeading);
  const { from, rows } = shownOf(staging.list, staging.place, room.listRows);
  const sessionColumns = Math.min(20, Math.floor(room.listColumns / 4));
  const lines = rows.map(({ session_id, category, reconcile_attempts, summary }, at) => {
    const isChosen = from + at === staging.place;
    const isFirst = at === 0 || rows[at - 1]?.session_id !== session_id;
    return row([
      { text: isChosen ? "\u203a" : "", width: 1 },
      { text: isFirst ? session_id : "", width: sessionColumns, style: styles.dim },
      { text: category, width: 10 },
      { text: reconcile_attempts > 0 ? `${reconcile_attempts} rejected` : "", width: 10, style: styles.warn },
      {
        text: summary,
        width: Math.max(4, room.listColumns - sessionColumns - 29),
        ...(isChosen && { style: styles.chosen }),
      },
    ]);
  });
  const sessions = staging.sessions === 1 ? "one session" : `${staging.sessions} sessions`;
  const title = `${placeWords(from, rows.length, staging.list.length)} that wait, of ${sessions}`;
  const detail = chosen ? stagedLines(chosen, { columns: room.paneColumns, styles }) : [];
  return [styles.dim(title.slice(0, columns)), ...sideBySide(lines, detail, room, page)];
}
