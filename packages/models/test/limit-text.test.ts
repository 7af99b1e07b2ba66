import { describe, expect, test } from "vitest";
import { isLimitAnswer, saysUsedUp } from "../src/limit-text.ts";

describe("the notice of a limit", () => {
  for (const text of [
    "You've hit your limit · resets 4pm (Asia/Kuala_Lumpur)",
    "You've hit your weekly limit",
    "You’ve hit your limit for Claude messages. Limits will reset at 9:30 AM.",
    "You have reached your specified API usage limits. You will regain access on 2026-12-01.",
    "Claude usage limit reached. Your limit will reset at 5pm (Europe/Warsaw).",
    "Your credit balance is too low to access the Anthropic API.",
    "You exceeded your current quota, please check your plan and billing details.",
    "insufficient_quota",
    "Out of credits",
  ]) {
    test(`is known: ${text}`, () => {
      expect(saysUsedUp(text)).toBe(true);
      expect(isLimitAnswer(`  ${text}\n`)).toBe(true);
    });
  }

  for (const text of [
    "C1 is a duplicate of M1.",
    "The limit of the pool is 10 connections; the quota is per user.",
    "I can't help with that.",
    '{"actions": [{"ref": "C1", "reason": "You\'ve hit your limit", "action": "add"}]}',
    '```json\n{"reason": "usage limit reached"}\n```',
    `You've hit your limit. ${"And so on. ".repeat(50)}`,
    "",
  ]) {
    test(`is not seen in ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(isLimitAnswer(text)).toBe(false);
    });
  }

  test("a provider that only asks to slow down has not used anything up", () => {
    expect(saysUsedUp("This request would exceed your account's rate limit. Please try again later.")).toBe(
      false,
    );
    expect(saysUsedUp("Rate limit exceeded")).toBe(false);
  });
});
