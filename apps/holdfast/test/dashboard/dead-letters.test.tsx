import { gates } from "@holdfast/schema";
import { expect, test } from "vitest";
import { violationWords } from "../../src/dashboard/gate-words.ts";
import type { Message } from "../../src/dashboard/message.ts";
import { aLetter, aStatus, dashboard, frame, hostile, pressed, sizes, violation } from "./a-dashboard.tsx";

const letters = [
  aLetter({ candidate_id: "cand_1" }),
  aLetter({
    candidate_id: "file-2",
    kind: "malformed",
    category: null,
    scope: "user",
    candidate: undefined,
    violations: [],
    raw_action: undefined,
    raw: "{ torn",
    reason: "it is no JSON",
  }),
];
const here = [
  { kind: "go", screen: "dead_letters" },
  { kind: "dead_letters", deadLetters: letters },
] as const;

test.each([
  [["r"], [{ kind: "recover", ids: ["cand_1"] }]],
  [["down", "r"], [{ kind: "recover", ids: ["file-2"] }]],
  [["R"], [{ kind: "recover", ids: "all" }]],
  [["d", "y"], [{ kind: "drop", id: "cand_1", scope: "project" }]],
  [["down", "d", "n"], []],
  [["down", "d", "Y"], [{ kind: "drop", id: "file-2", scope: "user" }]],
])("%j means %j", (keys, intents) => {
  expect(
    pressed(dashboard(here), ...keys).intents.filter(({ kind }) => kind !== "ask" && kind !== "move"),
  ).toEqual(intents);
});

test("without dead letters there is nothing to recover or drop", () => {
  const none = dashboard([here[0], { kind: "dead_letters", deadLetters: [] }]);
  expect(pressed(none, "r", "R", "d", "y").intents).toEqual([]);
  expect(frame(none)[2]).toBe("No dead letters.");
});

test("dead letters that can't be read are not kept quiet about", () => {
  const status: Message = { kind: "status", status: aStatus({ dead_letters: 3 }) };
  const none = dashboard([here[0], status, { kind: "dead_letters", deadLetters: [] }]);
  expect(frame(none)[2]).toBe("No dead letters but 3 can't be read: holdfast doctor.");
  expect(frame(dashboard([...here, status]))[2]).toBe(
    "1-2 of 2 that could not be saved; 1 can't be read: holdfast doctor",
  );
});

test.each(gates.map((gate) => [gate]))("%s is told in words, and by its name", (gate) => {
  expect(violationWords({ ...violation, gate })).toMatch(new RegExp(`^[a-z' ,]{10,} \\(${gate} at actions`));
});

test.each(sizes)("at $columns x $rows it says why, and the raw action is there", (size) => {
  const start = dashboard(here, size);
  const all = frame(start).join("\n");
  expect(all).toMatch(/^\u203a {2}15 min ago {2}rejected {3}lesson {6}The staging data/m);
  expect(all).toMatch(/malformed +file-2/);
  expect(all).toMatch(/because +it was rejected 3 times/);
  expect(all).toContain("it named a record that it was not shown");
  const whole = frame(pressed(start, "enter").state).join("\n");
  expect(whole).toContain('"target_id": "M9"');
  expect(whole).toMatch(/run +run_1/);
  const torn = frame(pressed(start, "down", "enter").state).join("\n");
  expect(torn).toContain("{ torn");
  expect(torn).toMatch(/because +it can't be read: it is no JSON/);
});

test.each(sizes)("at $columns x $rows nothing in a dead letter is alive or too wide", (size) => {
  for (const text of Object.values(hostile)) {
    const letter = aLetter({
      session_id: text,
      reason: text,
      raw: text,
      raw_action: { reason: text },
      violations: [{ ...violation, message: text }],
    });
    const summary = { ...letter.candidate!, summary: text, detail: text };
    const start = dashboard(
      [here[0], { kind: "dead_letters", deadLetters: [{ ...letter, candidate: summary }] }],
      size,
    );
    frame(start);
    frame(pressed(start, "enter").state);
  }
});
