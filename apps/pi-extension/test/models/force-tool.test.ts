import { describe, expect, test } from "vitest";
import { forceTool, refusesForcing } from "../../src/models/force-tool.ts";

const named = { type: "function", function: { name: "submit" } };
const flat = { type: "function", name: "submit" };

const table: readonly (readonly [api: string, choice: unknown, patch?: unknown])[] = [
  ["anthropic-messages", { type: "tool", name: "submit" }],
  ["bedrock-converse-stream", { type: "tool", name: "submit" }],
  ["openai-completions", named],
  ["mistral-conversations", named],
  ["pi-messages", named],
  ["google-generative-ai", "any"],
  ["google-vertex", "any"],
  ["openai-responses", flat, flat],
  ["azure-openai-responses", flat, flat],
  ["openai-codex-responses", "required", "required"],
  ["somebody-elses-api", undefined],
];

describe("a forced tool", () => {
  for (const [api, choice, patch] of table) {
    test(`of ${api} is asked for as ${JSON.stringify(choice) ?? "nothing"}`, () => {
      const { toolChoice, onPayload } = forceTool(api, "submit");
      expect(toolChoice).toEqual(choice);
      const sent = { model: "m", tool_choice: "auto" };
      expect(onPayload?.(sent)).toEqual(patch === undefined ? undefined : { ...sent, tool_choice: patch });
    });
  }

  test("goes without thinking where Claude would be let think", () => {
    expect(forceTool("anthropic-messages", "submit")).toHaveProperty("thinkingEnabled", false);
    expect(forceTool("openai-responses", "submit")).not.toHaveProperty("thinkingEnabled");
  });

  test("leaves a payload alone that it does not know", () => {
    expect(forceTool("openai-responses", "submit").onPayload?.("bytes")).toBeUndefined();
  });

  for (const message of [
    '400 {"error":{"message":"tool_choice: forcing a tool is not supported for this model."}}',
    "400 Thinking may not be enabled when tool_choice forces tool use.",
    "404 No endpoints found that support the provided 'tool_choice' value.",
    "Validation error: This model doesn't support the toolConfig.toolChoice.tool field.",
    '{"error":{"code":400,"message":"Forced function calling (mode = ANY) is not supported."}}',
    "400 thinking: type disabled is not supported for this model",
  ]) {
    test(`is refused by ${message}`, () => expect(refusesForcing(message)).toBe(true));
  }

  test("is not refused by any other trouble", () => {
    expect(refusesForcing("400 Unknown parameter: 'store'.")).toBe(false);
  });
});
