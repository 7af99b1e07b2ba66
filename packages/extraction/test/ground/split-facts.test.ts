import { describe, expect, test } from "vitest";
import { splitFacts } from "../../src/ground/split-facts.ts";

describe("facts of a summary", () => {
  test.each<[string, string[]]>([
    ["Use pnpm. Never use npm.", ["Use pnpm.", "Never use npm."]],
    ["- Use pnpm here\n- Run the linter first", ["Use pnpm here", "Run the linter first"]],
    ["1. Use pnpm here 2. Run the linter first", ["Use pnpm here", "Run the linter first"]],
    ["提交前运行测试。使用中文回复。", ["提交前运行测试。", "使用中文回复。"]],
  ])("%s", (summary, facts) => {
    expect(splitFacts(summary)).toEqual(facts);
  });

  test.each([
    "Use pnpm, never npm",
    "Use pnpm. It is faster.",
    "Retry e.g. Timeouts and 5xx",
    "Ask Dr. Meyer about the API",
    "Use Node 22.4. Because of Vite.",
    "Never log the token; mask it",
    "",
  ])("one: %s", (summary) => {
    expect(splitFacts(summary)).toEqual([summary]);
  });
});
