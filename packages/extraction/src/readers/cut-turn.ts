import type { ToolCall, Turn } from "@holdfast/schema";
import { cutUnread } from "./cut-unread.ts";

/** An entry as an agent wrote it, before anything is cut out of it. */
export interface RawTurn {
  readonly id: string;
  readonly at?: string | undefined;
  readonly role: Turn["role"];
  readonly text: string;
  /** For `assistant`: what it called, with the id by which the answer names it. */
  readonly calls?: readonly RawCall[];
  /** For `tool`: the id of the call it answers, and what the entry itself says of the tool. */
  readonly answers?: string | undefined;
  readonly tool?: string | undefined;
  readonly failed?: boolean | undefined;
}

export interface RawCall {
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

/** What became of an entry: a turn, or why there is none (undefined where it simply said nothing). */
export type Cut = { readonly turn: Turn } | { readonly turn?: undefined; readonly leftOut?: string };

/**
 * Makes turns of entries, in the order of the file: the one place where something is cut. What a person marked `<private>`, memory that was
 * injected or recalled, boot files and our own logs are taken out, and tool results are bounded. Remembers the calls, so that a
 * result is known by what was called.
 */
export function turnCutter(): (raw: RawTurn) => Cut {
  const called = new Map<string, ToolCall>();
  return (raw) => {
    for (const { id, tool, input } of raw.calls ?? [])
      if (id !== undefined) called.set(id, { tool, input: String(input) });
    const text = cutUnread(raw.text);
    if (text.trim() === "" && (raw.calls ?? []).length === 0) return {};
    return { turn: { id: raw.id, role: raw.role, text, ...(raw.at && { at: raw.at }) } };
  };
}
