import type { Transcript, Turn } from "@holdfast/schema";
import type { Extraction } from "../src/extraction.ts";
import { extractByRules } from "../src/rules/extract-by-rules.ts";

/** A transcript in which a person says these texts, one turn each. */
export function saying(...texts: readonly string[]): Transcript {
  return transcriptOf(texts.map((text, index) => ({ id: `u${index}`, role: "user", text })));
}

export function transcriptOf(turns: Turn[]): Transcript {
  return { session_id: "s1", origin: "test", agent: "test", turns, warnings: [] };
}

/** What the rules take from these texts, one turn each. */
export function heard(...texts: readonly string[]): Extraction {
  return extractByRules(saying(...texts), { skip: new Set() });
}

/** What the rules take from a text that is said right after a command failed. */
export function heardAfterFailure(text: string): Extraction {
  const turns: Turn[] = [
    { id: "u0", role: "user", text: "Run the tests." },
    { id: "t1", role: "tool", text: "command not found", tool: "bash", failed: true },
    { id: "a1", role: "assistant", text: "That did not work." },
    { id: "u1", role: "user", text },
  ];
  return extractByRules(transcriptOf(turns), { skip: new Set() });
}
