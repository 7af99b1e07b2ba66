import { aClaudeSession, aSession } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { readers } from "../../src/readers/all-readers.ts";
import { readSession } from "../../src/readers/read-session.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hi = [{ role: "user", text: "Hi." }] as const;

describe("a session file is read by the reader", () => {
  test.each([
    ["pi", aSession(hi)],
    ["claude", aClaudeSession(hi)],
  ])("%s, which recognises it", (agent, text) => {
    expect(readSession(bytesOf(text), "/x")).toMatchObject({ agent, turns: [{ role: "user", text: "Hi." }] });
  });

  test("that is asked for, even where it then can't be read", () => {
    expect(readSession(bytesOf(aSession(hi)), "/x", "pi").agent).toBe("pi");
    expect(() => readSession(bytesOf(aSession(hi)), "/x", "claude")).toThrow(
      expect.objectContaining({ code: "transcript_unreadable" }),
    );
  });

  test("or refused, with the formats that are known", () => {
    expect(() => readSession(bytesOf("Dear diary"), "/x/diary")).toThrow(
      expect.objectContaining({
        code: "transcript_unreadable",
        message: expect.stringContaining("/x/diary"),
        hint: expect.stringMatching(/Pi, Claude Code, Codex or Gemini CLI/),
      }),
    );
  });
});

test("each agent has one reader", () => {
  const agents = readers.map(({ agent }) => agent);
  expect(new Set(agents).size).toBe(agents.length);
});
