import { memoryFence } from "@holdfast/schema";
import { aTranscript } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { cutTranscript } from "../../src/index.ts";

const block = `<${memoryFence} version="1">\n- Always use tabs\n</${memoryFence}>`;

describe("a transcript that a host hands over", () => {
  test("is cut as one from a file is, and what was cut is counted", () => {
    const cut = cutTranscript(
      aTranscript({
        turns: [
          { id: "1", role: "user", text: `${block}\nGo on. <private>My salary is 5.</private>` },
          { id: "2", role: "tool", tool: "recall_memory", text: "Always use tabs" },
          { id: "3", role: "tool", tool: "bash", input: "holdfast list", text: "Always use tabs" },
          { id: "4", role: "tool", tool: "read", input: "AGENTS.md", text: "Always use tabs" },
          { id: "5", role: "tool", tool: "bash", input: "npm test", text: "x".repeat(9_000), failed: true },
        ],
      }),
    );
    expect(JSON.stringify(cut)).not.toMatch(/tabs|salary/);
    expect(cut.turns.map(({ id }) => id)).toEqual(["1", "5"]);
    expect(cut.turns[1]).toMatchObject({ tool: "bash", input: "npm test", failed: true });
    expect(cut.turns[1]!.text.length).toBeLessThan(5_000);
    expect(cut.left_out!.length).toBeGreaterThan(3);
  });

  test("cutting again changes nothing, and what holds nothing of the kind stays as it is", () => {
    const plain = aTranscript();
    expect(cutTranscript(plain)).toEqual(plain);
    const once = cutTranscript(
      aTranscript({
        turns: [
          { id: "1", role: "user", text: `Go on.\n${block}` },
          { id: "2", role: "assistant", text: "", calls: [{ tool: "bash", input: "npm test" }] },
          {
            id: "3",
            role: "tool",
            tool: "bash",
            input: "cat a.ts",
            text: "y".repeat(9_000),
            shows_file: true,
          },
        ],
      }),
    );
    expect(cutTranscript(once)).toEqual(once);
  });
});
