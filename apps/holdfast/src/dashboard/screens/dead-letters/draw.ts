import { ago } from "../../../show/ago.ts";
import { wrap } from "../../../show/wrap.ts";
import type { DashboardState } from "../../dashboard-state.ts";
import { bodyRows, panes } from "../../layout.ts";
import { sideBySide } from "../../parts/beside.ts";
import { placeWords, shownOf } from "../../parts/list.ts";
import { row } from "../../parts/row.ts";
import { scrolled } from "../../parts/scrolled.ts";
import type { Page } from "../../screen.ts";
import { letterLines } from "./detail.ts";
import { chosenLetter } from "./keys.ts";
import { deadLettersHeading } from "./state.ts";

export function drawDeadLetters(state: DashboardState, page: Page): string[] {
  const { facts, deadLetters, size } = state;
  const { styles, columns } = page;
  if (facts.deadLetters === undefined) return [styles.dim("Reading dead letters ...")];
  const unreadable = Math.max(0, (facts.status?.dead_letters ?? 0) - deadLetters.list.length);
  const unreadableWords = `${unreadable.toLocaleString("en-US")} can't be read: holdfast doctor`;
  if (deadLetters.list.length === 0)
    return [
      unreadable === 0
        ? styles.good("No dead letters.")
        : styles.bad(`No dead letters but ${unreadableWords}.`),
      "",
      ...wrap(
        "What can't be saved comes here, whole and with the reason, until you recover or drop it.",
        columns,
      ).map(styles.dim),
    ];
  const chosen = chosenLetter(state);
  if (deadLetters.whole && chosen)
    return scrolled(letterLines(chosen, page), deadLetters.line, { height: bodyRows(size), styles });

  const room = panes(size, deadLettersHeading);
  const { from, rows } = shownOf(deadLetters.list, deadLetters.place, room.listRows);
  const lines = rows.map(({ at, kind, candidate, candidate_id, category }, nth) => {
    const isChosen = from + nth === deadLetters.place;
    return row([
      { text: isChosen ? "\u203a" : "", width: 1 },
      { text: ago(at, page.now), width: 10, style: styles.dim },
      { text: kind === "malformed" ? "malformed" : "rejected", width: 9, style: styles.bad },
      { text: category ?? "", width: 10 },
      {
        text: candidate?.summary ?? candidate_id,
        width: Math.max(4, room.listColumns - 38),
        ...(isChosen && { style: styles.chosen }),
      },
    ]);
  });
  const more = unreadable === 0 ? "" : `; ${unreadableWords}`;
  const title = `${placeWords(from, rows.length, deadLetters.list.length)} that could not be saved${more}`;
  const detail = chosen ? letterLines(chosen, { columns: room.paneColumns, styles }) : [];
  return [styles.dim(title.slice(0, columns)), ...sideBySide(lines, detail, room, page)];
}
