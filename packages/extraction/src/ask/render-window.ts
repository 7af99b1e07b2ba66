import { asData, estimateTokens, jsonSchemaOf, type ModelRequest } from "@holdfast/schema";
import type { Window, WindowPassage } from "../windows/plan-windows.ts";
import { extractionRules } from "./extraction-rules.ts";

/** What a model is asked about a window. */
export type ExtractionPrompt = Pick<ModelRequest, "system" | "prompt" | "tool">;

/**
 * Asks for the candidates in a window. `system` and `tool` are the same in every call. Foreign text stands behind a mark that it can't
 * leave, without secrets and control characters. The same window gives the same prompt.
 */
export function renderWindow({ passages }: Window): ExtractionPrompt {
  const fresh = passages.filter(({ isNew }) => isNew).map(({ label }) => label);
  const closing = `Call ${submitCandidates.name} with what the new turns (${listed(fresh)}) teach, in four lists that may all be empty.`;
  return {
    system: extractionRules,
    prompt: [...passages.map(shown), closing].join("\n"),
    tool: { ...submitCandidates, input: jsonSchemaOf("submit_candidates") },
  };
}

const submitCandidates = {
  name: "submit_candidates",
  description: "Submits what is worth remembering, each with the words it rests on. Empty lists are fine.",
} as const;

function listed(labels: readonly string[]): string {
  return labels.length > 12
    ? `${labels[0]} to ${labels.at(-1)}, but for those read before`
    : labels.join(", ");
}

function shown(passage: WindowPassage): string {
  const { pieces, leftOut, calls, callsLeftOut } = passage;
  const gap = `(${leftOut} characters left out)\n`;
  const text = pieces
    .filter((piece) => piece.trim() !== "")
    .map(asData)
    .join(leftOut > 0 ? gap : "");
  const called = calls.length === 0 ? "" : `[calls]\n${asData(calls.join("\n"))}`;
  const more = callsLeftOut > 0 ? `(${callsLeftOut} more calls left out)\n` : "";
  return `${headingOf(passage)}\n${text}${called}${more}`;
}

function headingOf({ label, turn, part, isNew }: WindowPassage): string {
  const { role, at, failed } = turn;
  const who = role === "user" ? "the person" : role === "assistant" ? "the agent" : "a tool";
  return [
    `${label}: ${who}`,
    ...(role === "tool" ? [failed === true ? "it failed" : "its result"] : []),
    ...(at === undefined ? [] : [`${at.slice(0, 10)} ${at.slice(11, 16)}`]),
    ...(part === undefined ? [] : [`part ${part.number} of ${part.of}`]),
    isNew ? "new" : "read before",
  ].join(", ");
}

/** About how many tokens it takes to ask about a window: what is the same in every call, and the window. */
export function tokensToAsk({ tokens }: Pick<Window, "tokens">): number {
  fixedTokens ??= estimateTokens(extractionRules + JSON.stringify(jsonSchemaOf("submit_candidates")));
  return tokens + fixedTokens;
}

let fixedTokens: number | undefined;
