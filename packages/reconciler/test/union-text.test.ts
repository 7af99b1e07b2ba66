import { aCandidate, aRecord } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unionText } from "../src/index.ts";
import { mergedOf } from "../src/merged-of.ts";

describe("the union of two texts", () => {
  test.each([
    ["adds what is new", "Run it.", "Stop it.", "Run it.\nStop it."],
    ["says nothing twice", "Run it. Stop it.", "Stop it. Watch it.", "Run it. Stop it.\nWatch it."],
    ["takes word for word as the same", "Never `run` it.", "never run it", "Never `run` it."],
    [
      "keeps what differs by a word",
      "Run it 3 times.",
      "Run it 4 times.",
      "Run it 3 times.\nRun it 4 times.",
    ],
    [
      "does not take a part of a sentence for the sentence",
      "Never push to main.",
      "Push to main.",
      "Never push to main.\nPush to main.",
    ],
    ["is the first when the second is empty", "Run it. ", " ", "Run it. "],
    ["is the second when the first is empty", "", "Run it.", "Run it."],
    ["keeps a list", "- one", "- one\n- two\n- three", "- one\n- two\n- three"],
    ["keeps lines and indentation", "A:", "A:\n  b: 1\n  c: 2", "A:\n  b: 1\n  c: 2"],
    [
      "keeps a block of code whole",
      "Run:\n```\na\n```",
      "Run:\n```\na\nb\n```",
      "Run:\n```\na\n```\n```\na\nb\n```",
    ],
    [
      "takes a block that differs in white space for another",
      "```\nif x:\n  y\n```",
      "```\nif x:\ny\n```",
      "```\nif x:\n  y\n```\n```\nif x:\ny\n```",
    ],
    ["keeps the repetitions of the second", "a", "end\nb\nend", "a\nend\nb\nend"],
    [
      "splits Chinese",
      "\u8fd0\u884c\u6d4b\u8bd5\u3002",
      "\u8fd0\u884c\u6d4b\u8bd5\u3002\u4e0d\u8981\u63d0\u4ea4\u3002",
      "\u8fd0\u884c\u6d4b\u8bd5\u3002\n\u4e0d\u8981\u63d0\u4ea4\u3002",
    ],
  ])("%s", (_, known, heard, union) => {
    expect(unionText(known, heard)).toBe(union);
  });

  const sentence = fc.constantFrom(
    "Run it.",
    "Stop it!",
    "No.",
    "a b",
    "\u6d4b\u8bd5\u3002",
    "- b",
    "  c",
    "",
    "1.2",
  );
  const block = fc.constantFrom("```\nx\n```", "```", "```sh");
  const joined = (some: string[]) => fc.constantFrom(some.join(" "), some.join("\n"), some.join("\r\n"));

  test("holds the first text as it is and every word of the second", () => {
    const text = fc.array(fc.oneof(sentence, block)).chain(joined);
    fc.assert(
      fc.property(text, text, (known, heard) => {
        const union = unionText(known, heard);
        if (known.trim() !== "") expect(union.startsWith(known.trimEnd())).toBe(true);
        for (const word of heard.split(/\s+/)) expect(union).toContain(word);
      }),
    );
  });

  test("gains nothing when the second text is united with it again", () => {
    const text = fc.array(sentence).chain(joined);
    fc.assert(
      fc.property(text, text, (known, heard) => {
        const union = unionText(known, heard);
        expect(unionText(union, heard)).toBe(union);
      }),
    );
  });
});

describe("a merge written by code", () => {
  const target = aRecord({
    summary: "Use pnpm",
    detail: "It is fast.",
    triggers: [{ type: "topic", value: "pnpm" }],
  });

  test("has both summaries in one, the union of the details, and all triggers", () => {
    const heard = aCandidate({
      summary: "Never npm.",
      detail: "It is fast. It is strict.",
      triggers: [
        { type: "topic", value: "pnpm" },
        { type: "command", value: "npm install" },
      ],
    });
    expect(mergedOf(target, heard, undefined)).toEqual({
      summary: "Use pnpm. Never npm.",
      detail: "It is fast.\nIt is strict.",
      triggers: [
        { type: "topic", value: "pnpm" },
        { type: "command", value: "npm install" },
      ],
    });
  });

  test("keeps one of two equal summaries", () => {
    expect(mergedOf(target, aCandidate({ summary: "use pnpm." }), undefined)).toMatchObject({
      summary: "Use pnpm",
    });
  });

  test("puts a summary that does not fit beside the other into the detail", () => {
    const long = aCandidate({ summary: "x".repeat(298), detail: "" });
    expect(mergedOf(target, long, undefined)).toMatchObject({
      summary: "Use pnpm",
      detail: `It is fast.\n${long.summary}`,
    });
  });

  test("is not written when it does not fit, rather than cut", () => {
    const known = aRecord({ detail: "x".repeat(9_000) });
    expect(mergedOf(known, aCandidate({ detail: "y".repeat(9_000) }), undefined)).toBeUndefined();
    expect(mergedOf(known, aCandidate({ detail: "y".repeat(6_000) }), undefined)).toBeDefined();
  });

  test("unites why and alternatives, drafted or not", () => {
    const decision = aRecord({
      category: "decision",
      summary: "Use Postgres",
      why: "JSONB.",
      alternatives: ["MySQL"],
    });
    const heard = aCandidate({
      category: "decision",
      summary: "Take Postgres",
      why: "JSONB. Arrays.",
      alternatives: ["mysql", "MySQL", "SQLite"],
    });
    const both = { why: "JSONB.\nArrays.", alternatives: ["MySQL", "mysql", "SQLite"] };
    expect(mergedOf(decision, heard, undefined)).toMatchObject(both);
    expect(mergedOf(decision, heard, { summary: "Draft", detail: "d" })).toMatchObject({
      summary: "Draft",
      detail: "d",
      ...both,
    });
  });
});
