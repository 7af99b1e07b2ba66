import type { RawCall } from "../cut-turn.ts";
import { fieldsOf, instantIn, textIn } from "../read-fields.ts";
import { type GeminiResult, readGeminiResult } from "./gemini-result.ts";

/** A message of a session. Its id may be missing; types that are neither a person nor the agent have no role. */
export interface GeminiMessage {
  readonly id: string | undefined;
  readonly at: string | undefined;
  readonly role: "user" | "assistant" | undefined;
  readonly parts: readonly string[];
  readonly calls: readonly GeminiCall[];
}

/** A call, with its answer where there is one yet. */
export interface GeminiCall extends RawCall {
  readonly at: string | undefined;
  readonly result: GeminiResult | undefined;
}

/** The message in a value, or undefined when it is none. Of a person's, what was shown to them stands before what was made of it. */
export function readGeminiMessage(value: unknown): GeminiMessage | undefined {
  const { id, timestamp, type, content, displayContent, toolCalls } = fieldsOf(value);
  if (typeof type !== "string" || (textIn(id) === undefined && instantIn(timestamp) === undefined))
    return undefined;
  if (content === undefined && toolCalls === undefined) return undefined;
  const shown = type === "user" ? partsOf(displayContent) : [];
  return {
    id: textIn(id),
    at: instantIn(timestamp),
    role: type === "user" ? "user" : type === "gemini" ? "assistant" : undefined,
    parts: shown.length > 0 ? shown : partsOf(content),
    calls: callsOf(toolCalls),
  };
}

/** The texts in a text, a part, or a list of both. Thoughts, files and answers to calls are no words. */
function partsOf(content: unknown): string[] {
  return (Array.isArray(content) ? content : [content]).flatMap((part) => {
    const { text, thought } = fieldsOf(part);
    const words = typeof part === "string" ? part : text;
    return typeof words === "string" && words !== "" && thought !== true ? [words] : [];
  });
}

function callsOf(toolCalls: unknown): GeminiCall[] {
  return (Array.isArray(toolCalls) ? toolCalls : []).flatMap((call) => {
    const { id, name, args, timestamp } = fieldsOf(call);
    if (typeof name !== "string") return [];
    return [
      { id: textIn(id), tool: name, input: args, at: instantIn(timestamp), result: readGeminiResult(call) },
    ];
  });
}
