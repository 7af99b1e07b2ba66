import type { Status } from "@holdfast/memory";
import { categories } from "@holdfast/schema";
import { ago } from "../../../show/ago.ts";
import { resultOf } from "../../../show/run-lines.ts";
import { table } from "../../../show/table.ts";
import { shortened } from "../../../show/width-of.ts";
import { wrap } from "../../../show/wrap.ts";
import { visibleLine } from "../../../visible-text.ts";
import type { DashboardState } from "../../dashboard-state.ts";
import { costOfRun } from "../../money.ts";
import { bar } from "../../parts/bar.ts";
import { row } from "../../parts/row.ts";
import { sparkline } from "../../parts/sparkline.ts";
import type { Page } from "../../screen.ts";
import { firstNeed, isFirstTime, rates, tally, trendsOf } from "./state.ts";

const nameColumns = 14;

export function drawOverview(state: DashboardState, page: Page): string[] {
  const { facts } = state;
  if (isFirstTime(facts)) return welcome(facts.status!, page);
  const lines = [
    ...needLines(state, page),
    "",
    ...recordLines(state, page),
    "",
    ...placeLines(state, page),
    ...trendLines(state, page),
  ];
  const room = page.rows - lines.length;
  return closer([...lines, ...moreLines(state, page, room)], page.rows);
}

/** A larger window also has where everything lies, and the last runs. */
function moreLines({ facts: { status, runs = [] } }: DashboardState, page: Page, room: number): string[] {
  if (status === undefined || room < 4) return [];
  const { columns, styles, now } = page;
  const places = [
    ["This project", status.dir],
    ["Yours", status.user_dir],
  ] as const;
  const lately = runs.slice(0, room - 5).map((run) =>
    row([
      { text: `  ${ago(run.started_at, now)}`, width: nameColumns - 2, style: styles.dim },
      { text: run.command, width: 17 },
      { text: resultOf(run), width: Math.max(4, columns - nameColumns - 19) },
    ]),
  );
  return [
    "",
    ...places.map(([name, path]) =>
      row([
        { text: name, width: nameColumns - 2, style: styles.bold },
        { text: path, width: Math.max(4, columns - nameColumns) },
      ]),
    ),
    ...(lately.length === 0 ? [] : ["", styles.bold("Lately"), ...lately]),
  ];
}

/** Where room is scarce, blank lines go first. */
function closer(lines: readonly string[], rows: number): string[] {
  let tooMany = lines.length - rows;
  return lines.filter((line) => line !== "" || tooMany-- <= 0);
}

/** What somebody sees who has never used it. */
function welcome({ dir, user_dir }: Status, { columns, styles }: Page): string[] {
  const said = [
    "Holdfast keeps what your coding agents learn: lessons, preferences, decisions and facts, each in a Markdown file that you can read, edit and undo.",
    "Nothing is known here yet, and nothing was created. Once there is something:",
  ];
  const places = [
    ["this project", dir],
    ["yours, everywhere", user_dir],
  ] as const;
  const commands = [
    ['holdfast remember "..."', "remember one thing you say"],
    ["holdfast consolidate", "learn from the newest session of your agent"],
    ["holdfast demo", "see it work on an example, in a folder of its own"],
  ] as const;
  const rows = (pairs: readonly (readonly [string, string])[]) =>
    table(
      pairs.map(([name, value]) => ["", { text: name, style: styles.bold }, visibleLine(value)]),
      { most: [0, 24], width: columns },
    );
  return [
    ...wrap(said[0]!, columns),
    "",
    ...wrap(said[1]!, columns),
    "",
    ...rows(places),
    "",
    styles.bold("Try, in another window (this one follows):"),
    "",
    ...rows(commands),
  ];
}

function needLines({ facts, now }: DashboardState, { columns, styles }: Page): string[] {
  if (facts.status === undefined) return [styles.dim("Reading memory ...")];
  const need = firstNeed(facts, new Date(now));
  if (need === undefined) return [styles.good("Nothing needs you.")];
  const style = need.urgent ? styles.bad : styles.warn;
  return wrap(`! ${visibleLine(need.text)}`, columns)
    .slice(0, 2)
    .map(style);
}

function recordLines({ facts }: DashboardState, { columns, styles }: Page): string[] {
  const name = (text: string) => text.padEnd(nameColumns);
  if (facts.outline === undefined) {
    const known = facts.status === undefined ? "..." : facts.status.records.toLocaleString("en-US");
    return [`${styles.bold(name("Records"))}${known}`];
  }
  const { current, superseded, archived } = tally(facts.outline);
  const most = Math.max(...Object.values(current));
  const sum = Object.values(current).reduce((total, one) => total + one, 0);
  const number = (value: number) => value.toLocaleString("en-US");
  return [
    `${styles.bold(name("Records"))}${number(sum)} current, ${number(superseded)} replaced, ${number(archived)} archived`,
    ...categories.map((category) => {
      const count = number(current[category]).padStart(7);
      return `${styles.dim(name(`  ${category}`))}${count} ${styles.note(bar(current[category], most, Math.min(60, columns - nameColumns - 8)))}`;
    }),
  ];
}

function placeLines({ facts, reconcile }: DashboardState, { columns, styles, now }: Page): string[] {
  const { status } = facts;
  if (status === undefined) return [];
  const { writer, last_run, staged, dead_letters } = status;
  const rows: (readonly [name: string, value: string, style?: ((text: string) => string) | undefined])[] = [
    [
      "Staged",
      staged === 0 ? "nothing waits" : `${staged.toLocaleString("en-US")} ${staged === 1 ? "waits" : "wait"}`,
      staged > 0 ? styles.warn : undefined,
    ],
    [
      "Dead letters",
      dead_letters === 0 ? "none" : String(dead_letters),
      dead_letters > 0 ? styles.bad : undefined,
    ],
    [
      "Writer",
      reconcile.phase === "running" || reconcile.phase === "stopping"
        ? "this dashboard, reconciling"
        : writerWords(writer, now),
    ],
    ["Model", status.model === "local/rules" ? "local/rules (no model is asked)" : status.model],
    [
      "Last run",
      last_run
        ? `${visibleLine(last_run.command)} ${ago(last_run.started_at, now)}: ${resultOf(last_run)}`
        : "none yet",
    ],
    ...(last_run ? [["", tookWords(last_run)] as const] : []),
  ];
  return table(
    rows.map(([name, value, style = (text) => text]) => [
      { text: name, style: styles.bold },
      { text: visibleLine(value), style },
    ]),
    { most: [nameColumns - 2], width: columns },
  );
}

function writerWords(writer: Status["writer"], now: Date): string {
  if (writer === null) return "free";
  return `${writer.command}, process ${writer.pid}, since ${ago(writer.since, now)}`;
}

/** Which model, how long, how many tokens, how much money. */
function tookWords(run: NonNullable<Status["last_run"]>): string {
  const tokens = run.tokens.input + run.tokens.output;
  return [
    run.model,
    `${run.duration_ms.toLocaleString("en-US")} ms`,
    ...(run.model_calls === 0 ? [] : [`${tokens.toLocaleString("en-US")} tokens`]),
    ...costOfRun(run),
  ].join(", ");
}

function trendLines({ facts }: DashboardState, { columns, styles }: Page): string[] {
  const trends = trendsOf(facts.runs ?? []);
  const shown = trends.filter(({ sum }) => sum > 0);
  if (shown.length === 0) return [];
  const count = shown[0]!.values.length;
  const rate = rates(trends);
  const percent = (part: number) => `${Math.round(part * 100)}%`;
  const rateWords = rate
    ? `${percent(rate.duplicate)} known already, ${percent(rate.discard)} discarded`
    : "";
  const title = count === 1 ? "Last run that settled something" : `Last ${count} runs, newest right`;
  return [
    "",
    `${styles.bold(title)}   ${styles.dim(shortened(rateWords, columns - title.length - 3))}`,
    ...shown.map(({ name, values, sum }) => {
      const style =
        name === "could not be saved" ? styles.bad : name === "left staged" ? styles.warn : styles.note;
      return `  ${name.padEnd(19)}${style(sparkline(values.slice(-Math.max(1, columns - 32))))}  ${sum.toLocaleString("en-US")}`;
    }),
  ];
}
