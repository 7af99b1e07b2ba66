import { describe, expect, test } from "vitest";
import { updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import type { Message } from "../../src/dashboard/message.ts";
import { shownRecords } from "../../src/dashboard/screens/memory/state.ts";
import { wantsOf } from "../../src/dashboard/wants.ts";
import { widthOf } from "../../src/show/width-of.ts";
import {
  aRecord,
  dashboard,
  frame,
  hostile,
  known,
  large,
  now,
  outlineOf,
  pasted,
  pressed,
  records,
  shown,
  sizes,
  small,
} from "./a-dashboard.tsx";

const go: Message = { kind: "go", screen: "memory" };
const some = [
  aRecord({ id: "rec_1", summary: "Never use floating point for money" }),
  aRecord({ id: "rec_2", category: "preference", scope: "user", summary: "British spelling" }),
  aRecord({
    id: "rec_3",
    category: "decision",
    status: "superseded",
    superseded_by: ["rec_4"],
    summary: "Use SQLite",
  }),
  aRecord({
    id: "rec_4",
    category: "decision",
    status: "archived",
    supersedes: ["rec_3"],
    summary: "Move to Postgres",
  }),
];
const ids = (state: ReturnType<typeof dashboard>) => state.memory.list.map(({ id }) => id);

describe("filters", () => {
  const start = dashboard([go, ...known(some)]);
  test.each([
    [[], ["rec_1", "rec_2"]],
    [["c"], ["rec_1"]],
    [["c", "c"], ["rec_2"]],
    [["s"], ["rec_3"]],
    [["s", "s"], ["rec_4"]],
    [
      ["s", "s", "s"],
      ["rec_1", "rec_2", "rec_3", "rec_4"],
    ],
    [["w"], ["rec_1"]],
    [["w", "w"], ["rec_2"]],
    [
      ["c", "c", "c", "s", "s", "s"],
      ["rec_3", "rec_4"],
    ],
  ])("%j lets %j through", (keys, passed) => {
    expect(ids(pressed(start, ...keys).state)).toEqual(passed);
  });
});

test("what is replaced has one word: in the filter, in the list and in the help", () => {
  const replaced = pressed(dashboard([go, ...known(some)]), "s").state;
  expect(frame(replaced)[3]).toContain("status: replaced (s)");
  expect(frame(replaced)[4]).toMatch(/decision +replaced +Use SQLite/);
  expect(frame(pressed(replaced, "?").state).join("\n")).toContain("only current, replaced, archived, any");
});

test("a search without an answer says what was searched", () => {
  const asked = { query: "mon", category: undefined, scope: undefined } as const;
  const { state } = pressed(dashboard([go, ...known(some)]), "/", ..."mon");
  const answered = pressedMessage(state, { kind: "recalled", asked, found: [] });
  expect(frame(answered)[4]).toBe("Nothing is known about that. Only what is current is searched.");
});

test.each([
  ["a", { kind: "archive", id: "rec_1", scope: "project" }],
  ["r", { kind: "restore", id: "rec_1", scope: "project" }],
  ["u", { kind: "undo", id: "rec_1", scope: "project" }],
  ["y", { kind: "copy", id: "rec_1" }],
  ["e", { kind: "edit", path: some[0]!.path }],
])("%s means %j", (key, intent) => {
  expect(pressed(dashboard([go, ...known(some)]), key).intents).toMatchObject([intent]);
});

test("to forget is asked first: only a y erases", () => {
  const start = dashboard([go, ...known(some)]);
  const asked = pressed(start, "f").state;
  expect(asked.question?.text).toContain("Erase the text of rec_1");
  expect(frame(asked).join("\n")).toContain("Erase the text of rec_1 everywhere, for good? y/n");
  expect(pressed(asked, "n").intents).toEqual([]);
  expect(pressed(asked, "n").state.question).toBeUndefined();
  expect(pressed(asked, "y").intents).toEqual([{ kind: "forget", id: "rec_1", scope: "project" }]);
});

test("a yes counts only once the question can have been read: a pasted word erases nothing", () => {
  const start = dashboard([go, ...known(some)]);
  const { state, intents } = pasted(start, ..."modify");
  expect(intents.filter(({ kind }) => kind === "forget")).toEqual([]);
  expect(state.question).toBeUndefined();
  expect(frame(state).join("\n")).toContain("Nothing was done: the answer came before the question can have");

  let clock = now;
  const live = shown(start, () => clock);
  live.type("f");
  clock += 499;
  live.type("y");
  expect(live.store.get().question).toBeUndefined();
  expect(live.intents.map(({ kind }) => kind)).not.toContain("forget");
  live.type("f");
  clock += 500;
  live.type("y");
  expect(live.intents.at(-1)).toEqual({ kind: "forget", id: "rec_1", scope: "project" });
});

test("while a search is typed every character is text, and keys in one burst are keys one by one", () => {
  const { state } = pressed(dashboard([go, ...known(some)]), "/", ..."1q money?", "backspace", "enter");
  expect(state).toMatchObject({ screen: "memory", memory: { query: "1q money", typing: false } });
  const live = shown(dashboard([go, ...known(some)]));
  live.type("/money");
  expect(live.store.get().memory).toMatchObject({ query: "money", typing: true });
});

test("a search asks recall once, with the filters, and an answer that comes late is left", () => {
  const { state } = pressed(dashboard([go, ...known(some)]), "c", "/", ..."mon");
  expect(wantsOf(state).recall).toEqual({ query: "mon", category: "lesson", scope: undefined });
  const found = [{ ...some[0]!, score: 1, why: "matches money" }];
  const late = dashboard([
    { kind: "recalled", asked: { query: "mo", category: "lesson", scope: undefined }, found },
  ]);
  expect(late.memory.answered).toBeUndefined();
  const asked = { query: "mon", category: "lesson", scope: undefined } as const;
  const answered = pressedMessage(state, { kind: "recalled", asked, found });
  expect(ids(answered)).toEqual(["rec_1"]);
  expect(wantsOf(answered).recall).toBeUndefined();
  expect(frame(answered).join("\n")).toContain("found: matches money");
  expect(ids(pressed(answered, "escape", "escape").state)).toEqual(["rec_1"]); // the category is still there
  expect(pressed(answered, "escape", "escape").state.memory.query).toBe("");
});

test("of 20,000 records only those on the screen are asked for and drawn", () => {
  const many = records(20_000);
  const start = dashboard([go, { kind: "outline", outline: outlineOf(many) }]);
  expect(wantsOf(start).records.length).toBeLessThanOrEqual(small.rows);
  const end = pressed(start, "G").state;
  expect(end.memory.place).toBe(19_999);
  expect(wantsOf(end).records.map(({ id }) => id)).toContain(many.at(-1)!.id);
  expect(shownRecords(end.memory, small).length).toBeLessThanOrEqual(small.rows);
  expect(frame(end).join("\n")).toContain("of 20,000");
});

test("what comes from elsewhere does not move the choice from its record", () => {
  const chosen = pressed(dashboard([go, ...known(records(50))]), "down", "down").state;
  const more = [aRecord({ id: "rec_new" }), ...records(50)];
  const after = pressedMessage(chosen, { kind: "outline", outline: outlineOf(more) });
  expect(after.memory).toMatchObject({ place: 3, chosen: { id: chosen.memory.chosen!.id } });
});

test("a record that is gone is asked for once", () => {
  const start = dashboard([go, { kind: "outline", outline: outlineOf(some) }]);
  const after = pressedMessage(start, { kind: "rows", asked: wantsOf(start).records, rows: [] });
  expect(wantsOf(after).records).toEqual([]);
});

test.each(sizes)("at $columns x $rows the list and the chosen record stand as they should", (size) => {
  const lines = frame(dashboard([go, ...known(some)], size));
  expect(lines[2]).toMatch(/^\/ searches +1-2 of 2$/);
  expect(lines[3]).toBe("category: all (c)   status: current (s)   whose: both (w)");
  expect(lines[4]).toMatch(/^\u203a {2}lesson {12}Never use floating point for money/);
  expect(lines[5]).toMatch(/^ {3}preference {2}user {2}British spelling/);
  const all = lines.join("\n");
  expect(all).toMatch(/is +current lesson, project, said by you/);
  if (size === large) expect(all).toContain("cand_1 of session session-1, run_1");
  expect(lines.at(-1)).toMatch(/^\/ search {2}Enter open .*\? help {2}q quit$/);
});

test.each(sizes)("at $columns x $rows hostile and wide texts are visible, aligned and inside", (size) => {
  const rows = Object.values(hostile).map((text, at) =>
    aRecord({ id: `rec_${at}`, summary: text, detail: text, path: `/${text}` }),
  );
  for (let at = 0; at < rows.length; at++) {
    const list = pressed(dashboard([go, ...known(rows)], size), ...Array.from({ length: at }, () => "down"));
    const lines = frame(list.state);
    expect(lines.join("\n")).toContain("\u241b[31mmigrations");
    const bars = lines
      .slice(4, -2)
      .flatMap((line) => (size === large && line.includes("\u2502") ? [columnOf(line, "\u2502")] : []));
    expect(new Set(bars).size).toBeLessThanOrEqual(1);
    frame(pressed(list.state, "enter", "page down").state); // the whole record fits too
  }
});

test("the whole record scrolls to its end and no further, and Esc closes it", () => {
  const long = [aRecord({ detail: Array.from({ length: 100 }, (_, at) => `line ${at}`).join("\n") })];
  const end = pressed(dashboard([go, ...known(long)]), "enter", "G").state;
  expect(frame(end).join("\n")).toMatch(/lines \d+-(\d+) of \1/);
  expect(pressed(end, "up").state.memory.line).toBe(end.memory.line - 1);
  expect(pressed(end, "escape").state.memory.whole).toBe(false);
});

function pressedMessage(state: ReturnType<typeof dashboard>, message: Message) {
  return [message].reduce(updateDashboard, state);
}

function columnOf(line: string, mark: string): number {
  return widthOf(line.slice(0, line.indexOf(mark)));
}
