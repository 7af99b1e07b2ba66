import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ago } from "../src/show/ago.ts";
import { shortIds } from "../src/show/short-ids.ts";
import { table } from "../src/show/table.ts";
import { undoneWords } from "../src/show/undone-words.ts";
import { widthOf } from "../src/show/width-of.ts";
import { wrap } from "../src/show/wrap.ts";
import { visibleJson, visibleLine, visibleText } from "../src/visible-text.ts";
import { withScope } from "../src/with-scope.ts";

describe("wrapping", () => {
  test.each([
    ["one two three", 7, ["one two", "three"]],
    ["one two three", 80, ["one two three"]],
    ["abcdefgh ij", 3, ["abcdefgh", "ij"]],
    ["\u65e5\u672c\u8a9e", 4, ["\u65e5\u672c", "\u8a9e"]],
    ["", 3, [""]],
  ])("%j in %i columns", (text, width, lines) => expect(wrap(text, width)).toEqual(lines));

  test("loses nothing but spaces, and no line of several words is too wide", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 40 }), (given, width) => {
        const text = visibleLine(given);
        const lines = wrap(text, width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        for (const line of lines.filter((one) => one.includes(" "))) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

test("a table aligns its columns, leaves empty ones out, shortens all but the last and goes on below that one", () => {
  const rows = [
    ["a", "", "seven words are in this little text"],
    ["long name", "", "short"],
  ];
  expect(table(rows, { most: [6, 9], width: 25 })).toEqual([
    "a       seven words are",
    "        in this little",
    "        text",
    "long \u2026  short",
  ]);
  const bold = { text: "long name", style: (text: string) => `<${text}>` };
  expect(table([[bold, "x"]], { most: [6], width: 80 })).toEqual(["<long \u2026>  x"]);
});

test("ids are short on a screen as long as that tells them apart, and whole elsewhere", () => {
  const [a, b, c] = [
    "rec_aaaaaaaa0000000000bb",
    "rec_aaaaaaaa1111111111bb",
    "rec_cccccccc2222222222bb",
  ] as const;
  const short = shortIds([a, b, c, "my own id"], 80);
  expect([a, b, c, "my own id"].map(short)).toEqual([a, b, "rec_cccccccc", "my own id"]);
  expect(shortIds([c], Number.POSITIVE_INFINITY)(c)).toBe(c);
});

test.each([
  [0, "just now"],
  [59_000, "just now"],
  [60_000, "1 min ago"],
  [2 * 3_600_000, "2 h ago"],
  [3 * 86_400_000, "3 d ago"],
  [800 * 86_400_000, "2 y ago"],
  [-5_000, "just now"],
])("%i ms ago is %s", (ms, words) => {
  const then = "2026-03-04T09:00:00.000Z";
  expect(ago(then, new Date(Date.parse(then) + ms))).toBe(words);
});

describe("text for a terminal", () => {
  test.each([
    ["\u001b[31m", "\u241b[31m"],
    ["\u009b2J", "<U+009B>2J"],
    ["a\u202eb", "a<U+202E>b"],
    ["\u{e0041}", "<U+E0041>"],
    ["a\r\nb\tc", "a\nb\tc"],
    ["in\u200cvisible", "in<U+200C>visible"],
    ["\ud83d\udc69\u200d\ud83d\udcbb", "\ud83d\udc69\u200d\ud83d\udcbb"],
    ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ])("%j is shown as %j", (text, shown) => expect(visibleText(text)).toBe(shown));

  test("one line stays one line", () => expect(visibleLine("a\nb\tc\r\n")).toBe("a\u240ab c\u240a"));

  test("JSON is the same value, without anything alive in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = visibleJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/,
        );
      }),
    );
  });
});

test.each([
  [{ archived: [], kept: [] }, "It founded no record: there is nothing to undo."],
  [{ archived: ["rec_1", "rec_2"], kept: [] }, "2 archived, 0 kept."],
  [{ archived: [], kept: [{ id: "rec_1", reason: "it was replaced" }] }, "0 archived, 1 kept."],
])("an undo of %j says %j", (undone, words) => {
  expect(undoneWords(undone)).toBe(words);
});

test("--scope is for members that say none, whatever shape the proposal has", () => {
  const proposal = {
    lessons: ["a", { summary: "b" }, { summary: "c", scope_suggestion: "project" }, 7],
    other: [1],
  };
  const scoped = {
    lessons: [
      { text: "a", scope_suggestion: "user" },
      { summary: "b", scope_suggestion: "user" },
      { summary: "c", scope_suggestion: "project" },
      7,
    ],
    other: [1],
  };
  expect(withScope(proposal, "user")).toEqual(scoped);
  expect(withScope({ candidates: proposal }, "user")).toEqual({ candidates: scoped });
  expect(withScope(proposal, undefined)).toBe(proposal);
  for (const odd of [null, 7, "x", [], { lessons: "x" }]) expect(withScope(odd, "user")).toEqual(odd);
});
