import type Anthropic from "@anthropic-ai/sdk";
import type { ModelReply, ModelRequest } from "@holdfast/schema";

/**
 * Models that answer a forced tool with an error, as Anthropic documents it
 * (https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5, read in November 2026). Any other is found out when it
 * is asked.
 */
const unforced = /^claude-(?:sonnet-5-5|opus-5-5|fable-|mythos-)/;

/** False for a model that is known to refuse a forced tool. */
export function forcesTools(model: string): boolean {
  return !unforced.test(model);
}

/** True when a model refused the call because the tool was forced. */
export function refusesForcing(reply: ModelReply): boolean {
  return reply.kind === "failed" && reply.failure === "protocol" && /tool_choice/i.test(reply.message);
}

/**
 * The request as the Messages API wants it. The stable part (the tool, then the system text) ends in the one cache mark. Which tool to
 * answer with is always said in words too: not every model can be forced, and local servers ignore `tool_choice`.
 */
export function messageParams(
  { model, maxTokens }: { model: string; maxTokens: number },
  { system, prompt, tool }: ModelRequest,
  forced: boolean,
): Anthropic.MessageCreateParamsStreaming {
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    system: [
      {
        type: "text",
        text: `${system}\n\n${onlyByCalling(tool.name)}`,
        cache_control: { type: "ephemeral" },
      },
    ],
    tools: [
      {
        name: tool.name,
        description: tool.description,
        input_schema: tool.input as Anthropic.Tool.InputSchema,
      },
    ],
    tool_choice: forced
      ? { type: "tool", name: tool.name, disable_parallel_tool_use: true }
      : { type: "auto", disable_parallel_tool_use: true },
    messages: [{ role: "user", content: prompt }],
  };
}

/** What is asked of a model in words, whether or not the tool is forced as well. */
export function onlyByCalling(tool: string): string {
  return `Answer only by calling the tool \`${tool}\`, exactly once, with everything you have to say in its input.`;
}
