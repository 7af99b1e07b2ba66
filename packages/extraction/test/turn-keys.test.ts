import type { Turn } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { turnKeys } from "../src/index.ts";

const turn: Turn = { id: "a", role: "user", text: "Always use UTC.", at: "2026-03-02T14:00:00.000Z" };
const { at: _, ...timeless } = turn;

const keyOf = (one: Turn) => turnKeys({ turns: [one] })[0];

describe("a turn keeps its key wherever it is copied to", () => {
  test("another id or place does not matter", () => {
    expect(keyOf({ ...turn, id: "b" })).toBe(keyOf(turn));
    expect(turnKeys({ turns: [{ ...turn, text: "Hello." }, turn] })[1]).toBe(keyOf(turn));
    expect(turnKeys({ turns: [{ ...timeless, text: "Hello." }, timeless] })[1]).toBe(keyOf(timeless));
  });

  test.each<[string, Turn]>([
    ["text", { ...turn, text: "Always use utc." }],
    ["time", { ...turn, at: "2026-03-02T14:00:01.000Z" }],
    ["speaker", { ...turn, role: "assistant" }],
  ])("another %s is another turn", (_, other) => {
    expect(keyOf(other)).not.toBe(keyOf(turn));
  });

  test("where a copy gets new times, the words alone decide", () => {
    const later = { ...turn, at: "2026-03-09T09:00:00.000Z" };
    const restamped = (one: Turn) => turnKeys({ turns: [one], restamped: true });
    expect(restamped(later)).toEqual(restamped(turn));
  });

  test("what is said twice is two turns, with and without times", () => {
    expect(new Set(turnKeys({ turns: [timeless, timeless] })).size).toBe(2);
    expect(new Set(turnKeys({ turns: [turn, turn], restamped: true })).size).toBe(2);
  });

  test("a secret does not enter the key", () => {
    const holding = (secret: string) => ({ ...turn, text: `Use ghp_${secret.repeat(36)} to publish.` });
    expect(keyOf(holding("A"))).toBe(keyOf(holding("B")));
  });
});
