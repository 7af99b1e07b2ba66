import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readActions } from "../src/read-actions.ts";

const add = { ref: "C1", reason: "new", action: "add" };

describe("a reply is read", () => {
  test.each([
    ["as it should be", { actions: [add] }],
    ["as a bare list", [add]],
    ["as one bare action", add],
    ["as one action in the place of the list", { actions: add }],
    ["as JSON text", JSON.stringify({ actions: [add] })],
    ["as fenced JSON text", `\`\`\`json\n${JSON.stringify([add])}\n\`\`\``],
    ["with the list as JSON text", { actions: JSON.stringify([add]) }],
    ["with other keys beside the list", { actions: [add], thoughts: "none" }],
    ["with null optionals", { actions: [{ ...add, target_id: null, summary: null, triggers: null }] }],
    ["with empty optionals", { actions: [{ ...add, target_id: " ", summary: "", triggers: [] }] }],
    ["with other letters and blanks", { actions: [{ ...add, ref: " c1 ", action: "ADD" }] }],
  ])("%s", (_, input) => {
    const read = readActions(input);
    expect(read.asked.map(({ action }) => action)).toEqual([add]);
    expect(read).toMatchObject({ unread: [], unreadable: undefined, warnings: [] });
  });

  test.each([
    [undefined],
    [null],
    [42],
    ["prose"],
    [""],
    [{}],
    [{ actions: 3 }],
    [true],
    ['{"actions": [{"ref"'],
  ])("%j holds no actions, and says so", (input) => {
    expect(readActions(input).unreadable).toContain("{actions: [...]}");
  });

  test.each([
    ["text on an add", { ...add, summary: "x" }, "actions[0].summary is ignored: add has none."],
    [
      "triggers on a discard",
      { ...add, action: "discard", triggers: [{ type: "topic", value: "x" }] },
      "actions[0].triggers is ignored: discard has none.",
    ],
    ["a target on an add", { ...add, target_id: "M1" }, "actions[0].target_id is ignored: add has none."],
  ])("%s is dropped with a warning", (_, action, warning) => {
    const read = readActions([action]);
    expect(read.warnings).toEqual([warning]);
    expect(Object.keys(read.asked[0]!.action).sort()).toEqual(["action", "reason", "ref"]);
  });

  test("an action without a reason is taken, with a warning", () => {
    const read = readActions([{ ref: "C1", action: "add" }]);
    expect(read.asked[0]!.action).toEqual({ ref: "C1", action: "add", reason: "" });
    expect(read.warnings).toEqual(["actions[0] gives no reason."]);
  });

  test.each([
    ["no object", 7, undefined, "An action must be an object."],
    [
      "an unknown verdict",
      { ...add, action: "keep" },
      "C1",
      "action must be one of add, duplicate, supersede, merge, discard.",
    ],
    ["no verdict", { ref: "C1", reason: "x" }, "C1", "action must be one of"],
    ["no ref", { reason: "x", action: "add" }, undefined, "ref must be the label"],
    ["a summary that is no text", { ...add, action: "merge", summary: 3 }, "C1", "summary must be a text."],
    [
      "triggers that are no list",
      { ...add, action: "merge", triggers: "x" },
      "C1",
      "triggers must be a list",
    ],
  ])("%s costs only itself", (_, bad, ref, message) => {
    const read = readActions([bad, { ...add, ref: "C2" }]);
    expect(read.unread).toEqual([
      { path: "actions[0]", ref, message: expect.stringContaining(message), raw: bad },
    ]);
    expect(read.asked.map(({ action }) => action.ref)).toEqual(["C2"]);
  });

  test("keys that no action has are told, and an empty list of triggers stays on a merge", () => {
    const merge = { ...add, action: "merge", target_id: "m1", summary: "s", triggers: [], confidence: 1 };
    const [one] = readActions([merge]).asked;
    expect(one).toMatchObject({ extraKeys: ["confidence"], action: { target_id: "M1", triggers: [] } });
  });

  test("without ever throwing, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.array(fc.anything()), fc.record({ actions: fc.anything() })),
        (input) => {
          expect(readActions(input)).toHaveProperty("asked");
        },
      ),
      { numRuns: 500 },
    );
  });
});

test("of a reply with thousands of actions the first 200 are read, and the rest is told", () => {
  const read = readActions(Array.from({ length: 5_000 }, () => add));
  expect(read.asked).toHaveLength(200);
  expect(read.warnings).toEqual(["4800 actions after the first 200 are ignored."]);
});
