import type { PiCallOptions } from "./pi-models.ts";

/** The part of a call's options that makes a model answer with the tool. */
export type Forcing = Pick<PiCallOptions, "toolChoice" | "thinkingEnabled" | "onPayload">;

/**
 * How the tool `name` is forced in the language `api`; nothing where we do not know how. Pi before 1.x does not pass `toolChoice` on to
 * the Responses APIs, so that their payload is patched as well. Claude refuses to think and be forced at once, and Pi 1.x lets newer
 * ones think unless told not to; the others think, or do not, as Pi has it, because not all of them can be stopped.
 */
export function forceTool(api: string, name: string): Forcing {
  switch (api) {
    case "anthropic-messages":
      return { toolChoice: { type: "tool", name }, thinkingEnabled: false };
    case "bedrock-converse-stream":
      return { toolChoice: { type: "tool", name } };
    case "openai-completions":
    case "mistral-conversations":
    case "pi-messages":
      return { toolChoice: { type: "function", function: { name } } };
    case "google-generative-ai":
    case "google-vertex":
      return { toolChoice: "any" }; // no tool can be named; there is only one
    case "openai-responses":
    case "azure-openai-responses":
      return patched({ type: "function", name });
    case "openai-codex-responses":
      return patched("required");
    default:
      return {};
  }
}

function patched(toolChoice: unknown): Forcing {
  return {
    toolChoice,
    onPayload: (payload) =>
      typeof payload === "object" && payload !== null ? { ...payload, tool_choice: toolChoice } : undefined,
  };
}

/** True when an error says that the model can't be made to answer with a tool, or not without thinking. */
export function refusesForcing(message: string): boolean {
  return /tool_?choice|forced function calling|function_?calling_?config|\bthinking\b/i.test(message);
}
