import { expect, test } from "vitest";
import { updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import type { Message } from "../../src/dashboard/message.ts";
import { aStaged, dashboard, frame, hostile, pressed, sizes, violation } from "./a-dashboard.tsx";

const waiting = [
  aStaged({ candidate_id: "cand_1", session_id: "monday" }),
  aStaged({ candidate_id: "cand_2", session_id: "tuesday", scope: "user", summary: "British spelling" }),
  aStaged({
    candidate_id: "cand_3",
    session_id: "monday",
    reconcile_attempts: 2,
    last_violations: [violation],
    summary: "Port 5434",
  }),
];
const at = (...more: Message[]) => [
  { kind: "go", screen: "staging" } as const,
  { kind: "staged", staged: waiting } as const,
  ...more,
];

test("what waits is shown session by session", () => {
  const { staging } = dashboard(at());
  expect(staging.list.map(({ candidate_id }) => candidate_id)).toEqual(["cand_1", "cand_3", "cand_2"]);
});

test.each([
  [["r"], [{ kind: "reconcile" }]],
  [["y"], [{ kind: "copy", id: "cand_1" }]],
  [["down", "d", "y"], [{ kind: "drop", id: "cand_3", scope: "project" }]],
  [["G", "d", "y"], [{ kind: "drop", id: "cand_2", scope: "user" }]],
  [["d", "n"], []],
  [["d", "enter"], []],
])("%j means %j", (keys, intents) => {
  expect(
    pressed(dashboard(at()), ...keys).intents.filter(({ kind }) => kind !== "ask" && kind !== "move"),
  ).toEqual(intents);
});

test("the choice stays on its candidate when others are settled, and closes with it", () => {
  const open = pressed(dashboard(at()), "down", "enter").state;
  expect(open.staging.whole).toBe(true);
  const less = dashboard(at({ kind: "staged", staged: [waiting[2]!, waiting[1]!] }));
  expect(less.staging.place).toBe(0);
  const gone = [{ kind: "staged", staged: [waiting[0]!] } as const].reduce(updateDashboard, open);
  expect(gone.staging).toMatchObject({ place: 0, whole: false });
});

test.each(sizes)("at $columns x $rows what waits, its attempts and why it was rejected are seen", (size) => {
  const lines = frame(pressed(dashboard(at(), size), "down").state);
  const all = lines.join("\n");
  expect(lines[2]).toBe("1-3 of 3 that wait, of 2 sessions");
  expect(lines[4]).toMatch(/^\u203a +lesson +2 rejected {2}Port 5434/);
  expect(all).toContain("tuesday");
  expect(all).toMatch(/attempts +rejected 2 times/);
  expect(all).toContain("it named a record that it was not shown");
  expect(lines.at(-1)).toMatch(/^r reconcile now {2}d drop {2}Enter\/o open/);
});

test.each(sizes)("at $columns x $rows nothing that waits is alive or too wide", (size) => {
  const staged = Object.values(hostile).map((text, nth) =>
    aStaged({
      candidate_id: `cand_${nth}`,
      session_id: text,
      summary: text,
      detail: text,
      last_violations: [{ ...violation, message: text }],
    }),
  );
  const start = dashboard(
    [
      { kind: "go", screen: "staging" },
      { kind: "staged", staged },
    ],
    size,
  );
  staged.forEach((_, nth) => {
    const there = pressed(start, ...Array.from({ length: nth }, () => "down")).state;
    frame(there);
    frame(pressed(there, "enter").state);
  });
});

test("nothing waits", () => {
  expect(
    frame(
      dashboard([
        { kind: "go", screen: "staging" },
        { kind: "staged", staged: [] },
      ]),
    )[2],
  ).toBe("Nothing waits.");
});
