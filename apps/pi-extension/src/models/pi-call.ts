import { onlyByCalling, timerMs } from "@holdfast/models";
import type { ModelRequest } from "@holdfast/schema";
import type { PiModel, PiPrompt } from "./pi-models.ts";

/** A request as Pi takes it. Which tool to answer with is said in words too: not every model can be forced, and local servers ignore it. */
export function promptOf({ system, prompt, tool }: ModelRequest, now: number): PiPrompt {
  const { $schema: _, ...parameters } = tool.input as { $schema?: unknown }; // the schemas of Pi's own tools have none
  return {
    systemPrompt: `${system}\n\n${onlyByCalling(tool.name)}`,
    messages: [{ role: "user", content: [{ type: "text", text: prompt }], timestamp: now }],
    tools: [{ name: tool.name, description: tool.description, parameters }],
  };
}

/** Most tokens of one answer, its thinking among them. */
const mostTokens = 32_000;

/** In a call shorter than this, waiting for a retry would eat the time of the retry. */
const shortCallMs = 5_000;

/**
 * How much a call may write and how long it may take. Of a small context the answer may have a quarter, so that the question fits as
 * well. A provider that wants a retry to wait for longer than a quarter of the call's time is known as busy at once.
 */
export function limitsOf(
  { maxTokens = 0, contextWindow = 0 }: PiModel,
  { timeoutMs }: ModelRequest,
  { retries }: { readonly retries: boolean },
) {
  const bounds = [mostTokens, maxTokens, Math.floor(contextWindow / 4)].filter((tokens) => tokens > 0);
  return {
    maxTokens: Math.min(...bounds),
    timeoutMs: timerMs(timeoutMs),
    maxRetries: retries && timeoutMs >= shortCallMs ? 2 : 0,
    maxRetryDelayMs: timerMs(timeoutMs / 4),
    transport: "sse", // a connection that ends with the call
  } as const;
}
