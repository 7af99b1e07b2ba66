import { table } from "../show/table.ts";
import { shortened, widthOf } from "../show/width-of.ts";
import type { Styles } from "../styles.ts";
import { visibleLine } from "../visible-text.ts";
import type { DashboardState } from "./dashboard-state.ts";
import { everywhere } from "./intent-of.ts";
import { bodyRows } from "./layout.ts";
import type { Screen } from "./screen.ts";
import { screenOf, screens } from "./screens/index.ts";

/** From this width on the tabs have room for whole names and counts. */
const wholeTitlesFrom = 100;

/** All lines of the window: tabs, body, what is to be told, legend. Pure, and the same lines whoever puts them on a screen. */
export function frameLines(state: DashboardState, styles: Styles): string[] {
  const { size } = state;
  const screen = screenOf(state.screen);
  const page = { columns: size.columns, rows: bodyRows(size), styles, now: new Date(state.now) };
  const body = state.help ? helpLines(screen, size.columns, styles) : screen.draw(state, page);
  const filled = Array.from({ length: page.rows }, (_, at) => body[at] ?? "");
  return [
    tabs(state, styles),
    styles.dim("\u2500".repeat(size.columns)),
    ...filled,
    told(state, styles),
    legend(screen, state, styles),
  ];
}

function tabs(state: DashboardState, styles: Styles): string {
  const { columns } = state.size;
  const isShown = ({ name }: Screen) => name === state.screen;
  const long = (screen: Screen, at: number) => ` ${at + 1} ${screen.title}${countOf(screen, state)} `;
  const short = (screen: Screen, at: number) => ` ${at + 1} ${screen.short} `;
  const numbers = (screen: Screen, at: number) => (isShown(screen) ? short(screen, at) : ` ${at + 1}`);
  const alone = (screen: Screen, at: number) => (isShown(screen) ? short(screen, at) : "");
  const titles = [...(columns >= wholeTitlesFrom ? [long] : []), short, numbers, alone].map((titleOf) =>
    screens.map(titleOf),
  );
  // Whatever has to go, which screen it is can be seen.
  const fitting = titles.find((some) => widthOf(some.join("")) <= columns) ?? titles.at(-1)!;
  return fitting
    .map((title, at) => (isShown(screens[at]!) ? styles.chosen(`[${title.slice(1, -1)}]`) : title))
    .join("");
}

function countOf({ name }: Screen, { facts: { status } }: DashboardState): string {
  const count = { staging: status?.staged, dead_letters: status?.dead_letters }[name as string] ?? 0;
  return count > 0 ? ` (${count})` : "";
}

/** The most pressing of what is to be told. What became of a key comes before warnings, which wait. */
function told({ question, notice, facts, warnings, size }: DashboardState, styles: Styles): string {
  if (question !== undefined) {
    const keys = " y/n";
    return styles.warn(`${shortened(visibleLine(question.text), size.columns - keys.length)}${keys}`);
  }
  const line = (text: string) => shortened(visibleLine(text), size.columns);
  if (notice !== undefined) return (notice.bad ? styles.bad : styles.good)(line(notice.text));
  const [unread] = facts.unread.values();
  if (unread !== undefined) return styles.bad(line(unread));
  const [warning] = warnings;
  if (warning === undefined) return "";
  const title = warnings.length === 1 ? "warning" : `${warnings.length} warnings, the first`;
  return styles.bad(line(`${title}: ${warning}`));
}

/** The keys that matter most here, as many as fit. What does nothing now is left to the help. */
function legend(screen: Screen, state: DashboardState, styles: Styles): string {
  if (state.help) return styles.dim("any key closes the help");
  if (screen.isTyping?.(state)) return styles.dim("type; Enter or Esc ends, Ctrl-U clears");
  const last = everywhere.flatMap(inLegend).join("  ");
  const kept: string[] = [];
  const now = screen.bindings.filter(({ keys, intent }) => intent(state, keys[0] ?? "") !== undefined);
  for (const entry of now.flatMap(inLegend)) {
    if (widthOf([...kept, entry, last].join("  ")) > state.size.columns) break;
    kept.push(entry);
  }
  return styles.dim([...kept, last].join("  "));
}

function inLegend({ shown, legend }: { readonly shown: string; readonly legend?: string }): string[] {
  return legend === undefined ? [] : [`${shown} ${legend}`];
}

function helpLines(screen: Screen, columns: number, styles: Styles): string[] {
  const rows = [...screen.bindings, ...everywhere].map(({ shown, help }) => [
    { text: shown, style: styles.bold },
    help,
  ]);
  return [styles.bold(screen.title), ...table(rows, { most: [12], width: columns })];
}
