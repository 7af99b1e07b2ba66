import type { Turn } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { nothingNewToLearn, nothingToLearn } from "../../src/index.ts";
import { aTurn, windowsOf } from "../a-window.ts";

const agent = aTurn("I have read the code and changed it.", { role: "assistant" });
const worked = aTurn("ok", { role: "tool", tool: "bash", failed: false });

describe("turns that cost no model call, and why", () => {
  test.each<[string, Turn[], RegExp]>([
    ["nothing at all", [aTurn("  ")], /nothing in it/],
    ["an agent at work alone", [agent, worked], /no person/],
    ["a nod", [aTurn("yes, go on"), agent, worked], /word or two/],
    ["a slash command", [aTurn("/compact"), agent], /word or two/],
    ["a nod in another script", [aTurn("好的"), agent], /word or two/],
  ])("%s", (_, turns, why) => {
    expect(nothingToLearn(turns)).toMatch(why);
  });
});

describe("turns that are read", () => {
  test.each<[string, Turn[]]>([
    ["a person says a sentence", [aTurn("The invoices of Swiss customers are in CHF.")]],
    ["a short one that lays something down", [aTurn("always use pnpm")]],
    ["a sentence without blanks", [aTurn("以后请用中文回答我")]],
    ["a tool failed", [agent, aTurn("command not found", { role: "tool", failed: true })]],
  ])("%s", (_, turns) => {
    expect(nothingToLearn(turns)).toBeUndefined();
  });
});

test("a turn of megabytes, in hundreds of windows, is judged part by part in linear time", () => {
  const windows = windowsOf([aTurn("word word word. ".repeat(130_000))], { tokens: 1_000 });
  expect(windows.length).toBeGreaterThan(500);
  const start = performance.now();
  for (const window of windows) nothingNewToLearn(window);
  expect(performance.now() - start).toBeLessThan(2_000);
});
