import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import { everywhere } from "../../src/dashboard/intent-of.ts";
import { type InkKey, keysOf } from "../../src/dashboard/key.ts";
import { screenNames } from "../../src/dashboard/message.ts";
import { fold } from "../../src/dashboard/parts/fold.ts";
import { firstShown, moved } from "../../src/dashboard/parts/list.ts";
import { evenLine } from "../../src/dashboard/parts/row.ts";
import { screens } from "../../src/dashboard/screens/index.ts";
import { widthOf } from "../../src/show/width-of.ts";
import { aRecord, aStatus, dashboard, frame, known, large, pressed, shown, sizes } from "./a-dashboard.tsx";

const noKey = Object.fromEntries(
  "upArrow downArrow leftArrow rightArrow pageUp pageDown home end return escape tab shift backspace delete ctrl meta"
    .split(" ")
    .map((name) => [name, false]),
) as unknown as InkKey;

test.each([
  ["jjG", {}, ["j", "j", "G"]],
  ["", { upArrow: true }, ["up"]],
  ["", { tab: true }, ["tab"]],
  ["", { tab: true, shift: true }, ["shift-tab"]],
  ["c", { ctrl: true }, ["ctrl-c"]],
  ["ab\r", {}, ["a", "b", "enter"]],
  ["\u007fx\u0003", {}, ["backspace", "x", "ctrl-c"]],
  ["\u6f22\u{1f600}", {}, ["\u6f22", "\u{1f600}"]],
  ["\u0000\u0001", {}, []],
  ["x", { meta: true }, []],
])("%j with %j is the keys %j", (input, over, keys) => {
  expect(keysOf(input, { ...noKey, ...over })).toEqual(keys);
});

describe("screens", () => {
  test.each(screenNames.map((name, at) => [String(at + 1), name]))("%s opens %s", (key, name) => {
    expect(pressed(dashboard(), key).state.screen).toBe(name);
  });

  test("Tab goes round, Shift-Tab back", () => {
    expect(pressed(dashboard(), ...screenNames.map(() => "tab")).state.screen).toBe("overview");
    expect(pressed(dashboard(), "shift-tab").state.screen).toBe("context");
  });

  test("no two bindings of a screen take one key", () => {
    for (const { name, bindings } of screens) {
      const keys = [...bindings, ...everywhere].flatMap((binding) => binding.keys);
      expect(new Set(keys).size, name).toBe(keys.length);
    }
  });
});

test.each(screenNames.flatMap((name) => sizes.map((size) => [name, size] as const)))(
  "%s has a legend of one line and its help, at %j",
  (name, size) => {
    const state = dashboard([{ kind: "go", screen: name }], size);
    const lines = frame(state);
    expect(lines).toHaveLength(size.rows - 1);
    expect(lines.at(-1)).toMatch(/\? help {2}q quit$/);
    const help = frame(pressed(state, "?").state);
    const screen = screens.find((one) => one.name === name)!;
    for (const { shown: key, help: words } of [...screen.bindings, ...everywhere]) {
      expect(help.join(" ").replaceAll(/\s+/g, " ")).toContain(`${key} ${words}`);
    }
    expect(help.at(-1)).toBe("any key closes the help");
    expect(pressed(state, "?", "2").state).toMatchObject({ screen: name, help: false });
  },
);

test.each(sizes)("before anything was read, every screen says so, at $columns x $rows", (size) => {
  for (const screen of screenNames)
    expect(frame(dashboard([{ kind: "go", screen }], size)).join("\n")).toMatch(/[Rr]eading/);
});

test("every window from 20 x 6 on is kept to", () => {
  const rows = [aRecord({ summary: "Use \u6f22\u5b57 in the \u{1f600} headers of every page" })];
  for (const [columns, height] of [
    [20, 6],
    [40, 10],
    [60, 30],
    [99, 24],
    [100, 24],
    [200, 60],
  ] as const) {
    for (const screen of screenNames)
      frame(dashboard([...known(rows), { kind: "go", screen }], { columns, rows: height }));
  }
});

test("what is told stands above the legend until the next move", () => {
  const told = dashboard([
    ...known([]),
    { kind: "failed", text: "Another writer is active.\u001b[2J Try again." },
  ]);
  expect(frame(told).at(-2)).toBe("Another writer is active.\u241b[2J Try again.");
  expect(pressed(told, "2").state.notice).toBeUndefined();
});

test("a warning that is told once stays until somebody moves on", () => {
  const status = (warnings: string[]) => ({ kind: "status", status: aStatus({ warnings }) }) as const;
  const later = dashboard([status([]), status(["The search index was removed."]), status([])]);
  expect(frame(later).at(-2)).toBe("warning: The search index was removed.");
});

test("what became of a key is told before warnings, which wait, and are told once", () => {
  const warned = { kind: "warned", warnings: ["torn.md is torn", "empty.md is empty"] } as const;
  const state = dashboard([{ kind: "failed", text: "The disk is full." }, warned]);
  expect(frame(state).at(-2)).toBe("The disk is full.");
  const { state: later } = pressed(state, "2");
  expect(frame(later).at(-2)).toBe("2 warnings, the first: torn.md is torn");
  const { state: last } = pressed(later, "1");
  expect(frame(last).at(-2)).toBe("");
  expect(frame(updateDashboard(last, warned)).at(-2)).toBe("");
});

test("what can't be read is told on every screen, until it can", () => {
  const unread = dashboard([{ kind: "unread", what: "staged", text: "Could not list staging." }]);
  for (const key of "1234567")
    expect(frame(pressed(unread, key).state).at(-2)).toBe("Could not list staging.");
  expect(frame(updateDashboard(unread, { kind: "staged", staged: [] })).at(-2)).toBe("");
});

test("a wide window tells in its tabs how much waits", () => {
  const state = dashboard([{ kind: "status", status: aStatus({ staged: 3, dead_letters: 1 }) }], large);
  expect(frame(state)[0]).toContain("3 Staging (3)  4 Dead letters (1)");
});

test.each([
  [80, " 1 Overview  2 Memory  3 Staging  4 Dead  5 Runs [6 Reconcile] 7 Context"],
  [60, " 1 2 3 4 5[6 Reconcile] 7"],
  [20, "[6 Reconcile]"],
])("in a window of %i columns one sees on which screen one is", (columns, tabs) => {
  const state = dashboard([{ kind: "go", screen: "reconcile" }], { columns, rows: 10 });
  expect(frame(state)[0]).toBe(tabs);
});

test("a window that changes its size is drawn anew in it", async () => {
  const live = shown(dashboard(known([aRecord()])));
  live.store.dispatch({ kind: "size", columns: 60, rows: 15 });
  await pause(50);
  expect(live.lines()).toHaveLength(14);
});

test.each([
  [0, "up", 0],
  [0, "down", 1],
  [9, "down", 9],
  [3, "page_down", 7],
  [8, "page_down", 9],
  [3, "page_up", 0],
  [3, "first", 0],
  [3, "last", 9],
] as const)("from %i, %s leads to %i of ten, five a page", (from, to, there) => {
  expect(moved(from, to, { count: 10, page: 5 })).toBe(there);
});

test("an empty list has one place, the first", () => {
  for (const to of ["up", "down", "page_down", "last"] as const)
    expect(moved(0, to, { count: 0, page: 5 })).toBe(0);
  expect(firstShown(0, { count: 0, height: 5 })).toBe(0);
});

test.each([
  ["abcdef", 4, ["abcd", "ef"]],
  ["\u6f22\u5b57\u6f22", 5, ["\u6f22\u5b57", "\u6f22"]],
  ["\u001b[1mabcdef\u001b[22mgh", 4, ["\u001b[1mabcd\u001b[0m", "\u001b[1mef\u001b[22mgh"]],
  ["a\tb", 9, ["a  b"]],
  ["", 4, [""]],
])("%j in %i columns is %j", (line, width, lines) => {
  expect(fold(line, width)).toEqual(lines);
});

test.each([
  ["\u6f22\u5b57", 4],
  ["\u{20000}", 2],
  ["e\u0301", 1],
  ["\u{1f600}", 2],
  ["\u2764", 1],
  ["\u2764\ufe0f", 2],
  ["\u00a9", 1],
  ["\u{1f1e9}\u{1f1ea}", 2],
  ["1\ufe0f\u20e3", 2],
  ["\uff21", 2],
])("%s takes %i columns", (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test("joined and toned emoji are drawn apart, so that every terminal gives them the same room", () => {
  expect(evenLine("\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f44d}\u{1f3fd} \u2764\ufe0f")).toBe(
    "\u{1f468}\u{1f469}\u{1f467} \u{1f44d} \u2764",
  );
});
