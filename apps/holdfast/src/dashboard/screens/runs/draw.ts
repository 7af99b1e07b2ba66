import { ago } from "../../../show/ago.ts";
import { resultOf } from "../../../show/run-lines.ts";
import type { DashboardState } from "../../dashboard-state.ts";
import { bodyRows, panes } from "../../layout.ts";
import { costOfRun } from "../../money.ts";
import { sideBySide } from "../../parts/beside.ts";
import { placeWords, shownOf } from "../../parts/list.ts";
import { row } from "../../parts/row.ts";
import { scrolled } from "../../parts/scrolled.ts";
import type { Page } from "../../screen.ts";
import { runLinesOf } from "./detail.ts";
import { chosenRun } from "./keys.ts";
import { runsHeading } from "./state.ts";

export function drawRuns(state: DashboardState, page: Page): string[] {
  const { facts, runs, size } = state;
  const { styles, columns } = page;
  if (facts.runs === undefined) return [styles.dim("Reading runs ...")];
  if (runs.list.length === 0) return ["No runs yet."];
  const chosen = chosenRun(state);
  if (runs.whole && chosen)
    return scrolled(runLinesOf(chosen, page), runs.line, { height: bodyRows(size), styles });

  const room = panes(size, runsHeading);
  const { from, rows } = shownOf(runs.list, runs.place, room.listRows);
  const lines = rows.map((run, nth) => {
    const isChosen = from + nth === runs.place;
    const isBad =
      run.status === "failed" || run.status === "interrupted" || run.stop_reason === "model_failed";
    return row([
      { text: isChosen ? "\u203a" : "", width: 1 },
      { text: ago(run.started_at, page.now), width: 10, style: styles.dim },
      { text: run.command, width: 11 },
      { text: run.model_calls === 0 ? "" : costOfRun(run).join(), width: 12, style: styles.dim },
      {
        text: resultOf(run),
        width: Math.max(4, room.listColumns - 42),
        ...(isChosen ? { style: styles.chosen } : isBad && { style: styles.bad }),
      },
    ]);
  });
  const title = `${placeWords(from, rows.length, runs.list.length)} runs, the newest first`;
  const detail = chosen ? runLinesOf(chosen, { columns: room.paneColumns, styles }) : [];
  return [styles.dim(title.slice(0, columns)), ...sideBySide(lines, detail, room, page)];
}
