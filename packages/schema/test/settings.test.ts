import { defaultSettings, readSettings, type Settings } from "@holdfast/schema";
import { describe, expect, test } from "vitest";

const prefix = "PERSISTENT_MEMORY_";

test("without an environment the defaults are in force, without a word", () => {
  expect(readSettings({})).toEqual({ settings: defaultSettings, warnings: [] });
  expect(defaultSettings).toEqual({
    reconciliationModel: undefined,
    extractionModel: undefined,
    maxAttempts: 3,
    chunkSize: 20,
    budgetMs: 240_000,
    reconciliationTimeoutMs: 180_000,
    extractionTimeoutMs: 180_000,
    maxTokens: undefined,
    windowTokens: 12_000,
    maxWindows: 40,
    extractionMaxTokens: 600_000,
    extractionBudgetMs: 600_000,
  });
});

const accepted: readonly (readonly [string, string, Partial<Settings>])[] = [
  ["RECONCILIATION_MODEL", "anthropic/claude", { reconciliationModel: "anthropic/claude" }],
  ["EXTRACTION_MODEL", "openrouter/meta/llama:free", { extractionModel: "openrouter/meta/llama:free" }],
  ["RECONCILIATION_MODEL", " local/rules ", { reconciliationModel: "local/rules" }],
  ["RECONCILIATION_MAX_ATTEMPTS", "1", { maxAttempts: 1 }],
  ["RECONCILIATION_CHUNK_SIZE", "20", { chunkSize: 20 }],
  ["RECONCILIATION_BUDGET_MS", "1", { budgetMs: 1 }],
  ["RECONCILIATION_TIMEOUT_MS", " 5000 ", { reconciliationTimeoutMs: 5_000 }],
  ["EXTRACTION_TIMEOUT_MS", "05000", { extractionTimeoutMs: 5_000 }],
  ["RECONCILIATION_MAX_TOKENS", "1000000", { maxTokens: 1_000_000 }],
  ["EXTRACTION_WINDOW_TOKENS", "4000", { windowTokens: 4_000 }],
  ["EXTRACTION_MAX_WINDOWS", "3", { maxWindows: 3 }],
  ["EXTRACTION_MAX_TOKENS", "50000", { extractionMaxTokens: 50_000 }],
  ["EXTRACTION_BUDGET_MS", "1000", { extractionBudgetMs: 1_000 }],
  ["RECONCILIATION_CHUNK_SIZE", "", {}],
  ["RECONCILIATION_MODEL", "  ", {}],
];

test.each(accepted)("%s=%j is taken", (name, value, expected) => {
  expect(readSettings({ [prefix + name]: value })).toEqual({
    settings: { ...defaultSettings, ...expected },
    warnings: [],
  });
});

const refused: readonly (readonly [string, string, string])[] = [
  ["RECONCILIATION_MAX_ATTEMPTS", "0", "3"],
  ["RECONCILIATION_MAX_ATTEMPTS", "-1", "3"],
  ["RECONCILIATION_MAX_ATTEMPTS", "101", "3"],
  ["RECONCILIATION_CHUNK_SIZE", "21", "20"],
  ["RECONCILIATION_CHUNK_SIZE", "ten", "20"],
  ["RECONCILIATION_BUDGET_MS", "4 min", "240000"],
  ["RECONCILIATION_BUDGET_MS", "1e3", "240000"],
  ["RECONCILIATION_BUDGET_MS", "٣", "240000"],
  ["RECONCILIATION_TIMEOUT_MS", "1.5", "180000"],
  ["EXTRACTION_TIMEOUT_MS", "Infinity", "180000"],
  ["RECONCILIATION_MAX_TOKENS", "0x10", "none"],
  ["RECONCILIATION_MAX_TOKENS", "9".repeat(30), "none"],
  ["RECONCILIATION_MODEL", "claude", "default model"],
  ["EXTRACTION_MODEL", "/claude", "default model"],
  ["EXTRACTION_MODEL", "anthropic/", "default model"],
  ["EXTRACTION_MODEL", "anthropic/claude and more", "default model"],
];

test.each(refused)(
  "%s=%j is a warning with the name, the value and the default used",
  (name, value, used) => {
    const { settings, warnings } = readSettings({ [prefix + name]: value });
    expect(settings).toEqual(defaultSettings);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(prefix + name);
    expect(warnings[0]).toContain(JSON.stringify(value));
    expect(warnings[0]).toMatch(new RegExp(`using (the )?${used}\\.$`));
  },
);

describe("a warning", () => {
  const warningOf = (value: string) =>
    readSettings({ PERSISTENT_MEMORY_EXTRACTION_MODEL: value }).warnings[0]!;

  test("is bounded and on one line, whatever the value", () => {
    expect(warningOf("x y\n".repeat(10_000)).length).toBeLessThan(300);
    expect(warningOf("x y\n\u001b[31m")).not.toMatch(/[\n\u001b]/);
  });

  test("never shows a key that was put in the wrong variable", () => {
    const key = `sk-ant-api03-${"aB3".repeat(20)}`;
    expect(warningOf(key)).not.toContain(key.slice(0, 30));
  });
});

test("one malformed value does not cost the others", () => {
  const { settings, warnings } = readSettings({
    PERSISTENT_MEMORY_RECONCILIATION_CHUNK_SIZE: "many",
    PERSISTENT_MEMORY_RECONCILIATION_MAX_ATTEMPTS: "5",
  });
  expect([settings.chunkSize, settings.maxAttempts, warnings.length]).toEqual([20, 5, 1]);
});
