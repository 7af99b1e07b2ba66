import type { Turn } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { turnKey } from "../src/index.ts";

const turn: Turn = { id: "a", role: "user", text: "Always use UTC.", at: "2026-03-02T14:00:00.000Z" };
const { at: _, ...timeless } = turn;

describe("a turn keeps its key wherever it is copied to", () => {
  test("another id does not matter when the time is known", () => {
    expect(turnKey({ ...turn, id: "b" })).toBe(turnKey(turn));
  });

  test.each<[string, Turn]>([
    ["text", { ...turn, text: "Always use utc." }],
    ["time", { ...turn, at: "2026-03-02T14:00:01.000Z" }],
    ["speaker", { ...turn, role: "assistant" }],
  ])("another %s is another turn", (_, other) => {
    expect(turnKey(other)).not.toBe(turnKey(turn));
  });

  test("without a time the id tells apart what is said twice", () => {
    expect(turnKey({ ...timeless, id: "b" })).not.toBe(turnKey(timeless));
    expect(turnKey({ ...timeless })).toBe(turnKey(timeless));
  });

  test("a secret does not enter the key", () => {
    const holding = (secret: string) => ({ ...turn, text: `Use ghp_${secret.repeat(36)} to publish.` });
    expect(turnKey(holding("A"))).toBe(turnKey(holding("B")));
  });
});
