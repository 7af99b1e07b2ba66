import type { ModelFailure, ModelReply, ModelUsage } from "@holdfast/schema";
import { isLimitAnswer } from "../limit-text.ts";
import { oneLine } from "./failure-of.ts";
import type { Answer, Call } from "./hear.ts";
import { type MessageTokens, tokensSchema } from "./usage-of.ts";

/** What an answer is worth: the input of the tool, the text that came in its place, or why it is no verdict. */
export function judge(
  answer: Answer,
  tool: string,
  usageOf: (tokens: MessageTokens) => ModelUsage,
): ModelReply {
  const { calls, text, stop_reason, explanation } = answer;
  if (stop_reason === undefined) return failed("network", "The answer was cut off.");
  if (stop_reason === "refusal") return failed("refused", explanation || "The model refused to answer.");
  if (stop_reason === "max_tokens")
    return failed("truncated", "The answer is longer than its limit of tokens.");
  if (stop_reason === "model_context_window_exceeded")
    return failed("truncated", "Question and answer do not fit into the model's context.");

  const call = calls.find(({ name }) => name === tool) ?? calls[0];
  if (call === undefined && text.trim() === "") return failed("protocol", "The model answered nothing.");
  if (call === undefined && isLimitAnswer(text)) return failed("quota", text);
  const input = call === undefined ? text : inputOf(call);
  return {
    kind: "answered",
    input,
    stop_reason,
    usage: usageOf(answer.tokens ?? tokensSchema.parse({})),
  };
}

function failed(failure: ModelFailure, message: string): ModelReply {
  return { kind: "failed", failure, message: oneLine(message) };
}

function inputOf({ json, input }: Call): unknown {
  if (json.trim() === "") return input;
  try {
    return JSON.parse(json);
  } catch {
    return json; // no JSON: whoever reads the reply may still make sense of it
  }
}
