import { isLimitAnswer } from "@holdfast/models";
import type { ModelFailure, ModelReply, ModelUsage } from "@holdfast/schema";
import { failureOf } from "./failure-of.ts";

/** What Pi's message is worth: the argument of the tool, the text that came in its place, or why it is no verdict. */
export function hearMessage(message: unknown, tool: string): ModelReply {
  const { content, stopReason, rawStopReason, errorMessage, usage: counted } = fieldsOf(message);
  const usage = usageIn(counted);
  const failed = (failure: ModelFailure, told: string): ModelReply => ({
    kind: "failed",
    failure,
    message: told,
    ...(usage.input + usage.output > 0 && { usage }),
  });

  const trouble = textOf(errorMessage);
  if (stopReason === "error") return failed(failureOf(trouble, textOf(rawStopReason)), trouble);
  if (stopReason === "aborted") return failed("aborted", "Pi stopped the call.");
  if (stopReason === "length") return failed("truncated", "The answer is longer than its limit of tokens.");

  const blocks = Array.isArray(content) ? content.map(fieldsOf) : [];
  const calls = blocks.filter(({ type }) => type === "toolCall");
  const call = calls.find(({ name }) => name === tool) ?? calls[0];
  const text = blocks.map((block) => (block.type === "text" ? textOf(block.text) : "")).join("");
  if (call === undefined && text.trim() === "") return failed("protocol", "The model answered nothing.");
  if (call === undefined && isLimitAnswer(text)) return failed("quota", text);
  return {
    kind: "answered",
    input: call === undefined ? text : argumentOf(call),
    stop_reason: textOf(stopReason) || "stop",
    usage,
  };
}

/** Pi 1.x tells of an argument that was no JSON, and repeats it, beside an empty one. */
function argumentOf(call: Fields): unknown {
  return textOf(call.argumentsError) || call.arguments;
}

/** Pi counts what the cache gave and kept apart from the input; where it knows no price, it says 0. */
function usageIn(counted: unknown): ModelUsage {
  const { input, output, cacheRead, cacheWrite, cost } = fieldsOf(counted);
  const { total } = fieldsOf(cost);
  return {
    input: countOf(input) + countOf(cacheRead) + countOf(cacheWrite),
    output: countOf(output),
    cache_read: countOf(cacheRead),
    cache_write: countOf(cacheWrite),
    ...(typeof total === "number" && Number.isFinite(total) && total > 0 && { cost_usd: total }),
  };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0;
}

type Fields = { readonly [name: string]: unknown };

/** The message may be made by another extension's provider: nothing in it is taken for granted. */
function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
