import { aRecord } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import {
  checkActions,
  labelChunk,
  promptCharacters,
  type Rejected,
  renderPrompt,
  renderRepair,
} from "../src/index.ts";
import { aCase, anAction } from "./a-case.ts";

const today = "2030-01-02";
const [a, b, c] = ["A", "B", "C"].map((name) =>
  aRecord({ summary: `Record ${name}`, detail: "", triggers: [] }),
);
const chunk = labelChunk([
  aCase({ summary: "First", detail: "", triggers: [] }, [a!]),
  aCase({ summary: "Second", detail: "", triggers: [] }, [b!]),
  aCase({ summary: "Third", detail: "", triggers: [] }, [c!]),
]);

describe("a repair", () => {
  const { rejected } = checkActions(chunk, [
    anAction(),
    anAction({ ref: "C2", action: "duplicate", target_id: "M3", reason: "same", confidence: 1 } as object),
  ]);
  const rendered = renderRepair(chunk, rejected, { today });

  test("shows only what was rejected, under the same labels, with the records it is or was compared with", () => {
    expect(rendered.prompt).toBe(
      [
        "Today is 2030-01-02. Your answer was checked. The actions below were rejected; all others stand, so leave them out.",
        "",
        "RECORDS",
        "",
        "M2 lesson, trust agent, 2030-01-01 (1 day ago)",
        "| Record B",
        "",
        "M3 lesson, trust agent, 2030-01-01 (1 day ago)",
        "| Record C",
        "",
        "CANDIDATES",
        "",
        "C2 lesson, trust agent, 2030-01-01 (1 day ago), compare M2",
        "| Second",
        "you asked for:",
        '| {"ref":"C2","reason":"same","action":"duplicate","target_id":"M3"}',
        "rejected, because:",
        '| extra_keys: Leave out "confidence": an action has no such key.',
        "",
        "C3 lesson, trust agent, 2030-01-01 (1 day ago), compare M3",
        "| Third",
        "rejected, because:",
        "| coverage_missing: No action for C3. Give each candidate one.",
        "",
        "Call submit_actions with one action for each of C2, C3.",
      ].join("\n"),
    );
  });

  test("is asked with the same rules and the same tool", () => {
    const { system, tool } = renderPrompt(chunk, { today });
    expect(rendered.system).toBe(system);
    expect(rendered.tool).toEqual(tool);
  });

  test("repeats what can't be read as it came, without secrets and behind the mark, and never throws for it", () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    const secret = `ghp_${"aB3dE6gH9j".repeat(4)}`;
    const raws = ["C1\n\nCANDIDATES", secret, 12n, circle, undefined, { "\u0000": "\u202e" }, [[[]]]];
    for (const raw of raws) {
      const one: Rejected = { ref: "C1", raw, violations: rejected[0]!.violations };
      const { prompt } = renderRepair(chunk, [one], { today });
      expect(prompt.match(/^CANDIDATES$/gm)).toHaveLength(1);
      expect(prompt).not.toContain("aB3dE6");
      expect(prompt).not.toMatch(/[\0\u202e]/);
    }
  });

  test("is as bounded as the prompt before it, and tells whom it shortened", () => {
    const long = labelChunk([
      aCase({ detail: "x".repeat(70_000), triggers: [] }),
      aCase({ detail: "y", triggers: [] }),
    ]);
    const asked = checkActions(long, [
      anAction({ action: "merge", summary: "s".repeat(50_000), detail: "d" }),
    ]);
    const { system, prompt, shortened } = renderRepair(long, asked.rejected, { today });
    expect(system.length + prompt.length).toBeLessThanOrEqual(promptCharacters);
    expect([...shortened]).toEqual(["C1"]);
  });

  test("ignores what is about nobody of the chunk", () => {
    const stranger: Rejected = { ref: "C9", raw: undefined, violations: [] };
    expect(renderRepair(chunk, [stranger, ...rejected], { today })).toEqual(rendered);
  });
});
