import { jsonSchemaOf, type ModelRequest } from "@holdfast/schema";
import { judgingRules } from "./judging-rules.ts";
import { type Side, showSides } from "./show-sides.ts";

export interface RenderOptions {
  /** ISO 8601, a date or an instant; ages are told against its day. */
  readonly today: string;
}

/** What a careful model is asked about a chunk. */
export interface RenderedPrompt extends Pick<ModelRequest, "system" | "prompt" | "tool"> {
  /** Labels of the candidates and records that are not shown in full: a merge with one of them is written by code. */
  readonly shortened: ReadonlySet<string>;
}

/**
 * Most characters of `system` and `prompt` together, for a chunk of at most 20 candidates with six neighbours each: counted in
 * UTF-16 units, or, where summaries are full of emoji and the like, in code points.
 */
export const promptCharacters = 60_000;

/** The parts of a prompt, in the order shown. */
interface Parts {
  readonly opening: string;
  readonly records: readonly Side[];
  readonly candidates: readonly Side[];
  readonly closing: string;
}

/** Puts a prompt together, with its sides shortened to what all else leaves of {@link promptCharacters}. */
export function composePrompt({ opening, records, candidates, closing }: Parts): RenderedPrompt {
  const titles = ["RECORDS\n", "CANDIDATES\n"] as const;
  const frame = [`${opening}\n`, ...titles, closing];
  const space = promptCharacters - judgingRules.length - frame.join("\n").length;
  const { blocks, shortened } = showSides([...records, ...candidates], space);
  const known = records.length > 0 ? [titles[0], ...blocks.slice(0, records.length)] : [];
  const heard = [titles[1], ...blocks.slice(records.length)];
  return {
    system: judgingRules,
    prompt: [`${opening}\n`, ...known, ...heard, closing].join("\n"),
    tool: { ...submitActions, input: jsonSchemaOf("submit_actions") },
    shortened,
  };
}

const submitActions = {
  name: "submit_actions",
  description: "Submits one action for each candidate: what becomes of it, and why.",
} as const;

/** Asks for an action for each of some candidates. */
export function closingFor(labels: readonly string[]): string {
  return `Call ${submitActions.name} with one action for each of ${labels.join(", ")}.`;
}
