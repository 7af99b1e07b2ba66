import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Status } from "@holdfast/schema";
import { removeLater } from "@holdfast/testkit/terminal";
import { describe, expect, test } from "vitest";
import { drawMenu } from "../src/draw-menu.ts";
import { inspectMenu, memoryMenu } from "../src/menu.ts";
import { readBackground } from "../src/settings.ts";
import { hasUnsaved } from "../src/unsaved.ts";

const status = (records: number, staged: number, dead_letters: number) =>
  ({ records, staged, dead_letters, dir: "/shop/.pi/memory" }) as Status;

describe("the menu", () => {
  test.each([
    ["nothing there, nothing said", status(0, 0, 0), false, undefined],
    ["nothing there, something said", status(0, 0, 0), true, "consolidate"],
    ["something staged", status(4, 3, 0), false, "consolidate"],
    ["something staged and dead letters", status(4, 3, 2), false, "consolidate"],
    ["dead letters, something said", status(4, 0, 2), true, "consolidate"],
    ["dead letters alone", status(4, 0, 2), false, "recover"],
    ["records alone", status(4, 0, 0), false, undefined],
  ])("recommends at most one row: %s", (_, now, unsaved, wanted) => {
    const recommended = memoryMenu(now, unsaved).rows.filter(({ label }) => label.endsWith("recommended"));
    expect(recommended.map(({ action }) => action)).toEqual(wanted === undefined ? [] : [wanted]);
  });

  test("counts in words, and starts on a row that starts nothing", () => {
    const { rows, start, title } = memoryMenu(status(1, 3, 1), false);
    expect(rows.map(({ label }) => label.replace(" - recommended", ""))).toEqual([
      "Consolidate",
      "Reconcile (3 staged)",
      "Recover (1 dead letter)",
      "Inspect...",
    ]);
    expect([start, title]).toEqual(["inspect", "Memory: 1 record file"]);
    expect(inspectMenu().rows.map(({ action }) => action)).toContain(inspectMenu().start);
  });

  test.each([
    ["the first", memoryMenu(status(4, 0, 12), false)],
    ["inspect", inspectMenu()],
  ])("says whole what each row does, in a terminal of 80 columns: %s", (_, menu) => {
    const theme = { fg: (_colour: string, text: string) => text, bold: (text: string) => text };
    const columns = 72; // 90 % of 80
    const drawn = drawMenu({ menu, theme, done: () => undefined, redraw: () => undefined }).render(columns);
    for (const { label, does } of menu.rows) {
      const line = drawn.find((one) => one.slice(2).startsWith(label));
      expect(line?.trimEnd().endsWith(does), `${label}: ${line}`).toBe(true);
    }
  });

  test("says before there is any memory what this is and where it would be", () => {
    expect(memoryMenu(status(0, 0, 0), false).title).toMatch(/^Holdfast remembers .*\/shop\/\.pi\/memory$/);
  });
});

describe("what was said and not saved", () => {
  const user = (content: unknown) => ({ type: "message", message: { role: "user", content } });
  const agent = { type: "message", message: { role: "assistant", content: [] } };
  const save = (isError = false) => ({
    type: "message",
    message: { role: "toolResult", toolName: "save_to_memory", isError, content: [] },
  });
  const request = user([{ type: "text", text: "[holdfast] Consolidate memory: ..." }]);

  test.each([
    ["nothing", [], 0, false],
    ["a setting alone", [{ type: "model_change" }, null, 7], 0, false],
    ["a person's words", [user("I like tabs"), agent], 0, true],
    ["words in parts", [user([{ type: "text", text: "I like tabs" }])], 0, true],
    ["words that were saved", [user("I like tabs"), save(), agent], 0, false],
    ["words after a save", [user("I like tabs"), save(), user("and spaces")], 0, true],
    ["a save that failed", [user("I like tabs"), save(true)], 0, true],
    ["our own request", [user("I like tabs"), save(), request, agent], 0, false],
    ["what was consolidated", [user("I like tabs"), agent], 2, false],
    ["words after that", [user("I like tabs"), agent, user("and spaces")], 2, true],
  ])("%s", (_, branch, from, wanted) => {
    expect(hasUnsaved(branch as unknown[], from)).toBe(wanted);
  });
});

describe("how much is settled in the background", () => {
  const read = async (file?: string, value?: string) => {
    const agentDir = mkdtempSync(join(tmpdir(), "holdfast-settings-"));
    removeLater(agentDir);
    if (file !== undefined) writeFileSync(join(agentDir, "holdfast.json"), file);
    const warnings: string[] = [];
    const warn = (text: string) => void warnings.push(text.replace(agentDir, "DIR"));
    const background = await readBackground({ agentDir, env: { HOLDFAST_BACKGROUND: value }, warn });
    return [background, ...warnings];
  };

  test("what needs no model, unless the person says otherwise", async () => {
    expect(await read()).toEqual(["certain"]);
    expect(await read("{}")).toEqual(["certain"]);
    expect(await read('{"background": "full"}')).toEqual(["full"]);
    expect(await read('{"background": "off"}')).toEqual(["off"]);
    expect(await read('{"background": "off"}', "full")).toEqual(["full"]);
  });

  test("what can't be used is named, with what is used instead", async () => {
    expect(await read('{"background": "always"}')).toEqual([
      "certain",
      'background in DIR/holdfast.json is "always"; it may be certain, full or off. certain is used.',
    ]);
    expect(await read("{}", "yes")).toEqual([
      "certain",
      'HOLDFAST_BACKGROUND is "yes"; it may be certain, full or off. certain is used.',
    ]);
    expect(await read("{nonsense")).toEqual([
      "certain",
      expect.stringMatching(/^DIR\/holdfast\.json can't be read \(.*\); it is left out\.$/),
    ]);
    expect(await read("null")).toEqual(["certain"]);
  });
});
