import { type Candidate, type MemoryRecord, terms } from "@holdfast/schema";

/** A record as search sees it: the terms of its parts. */
export interface Document {
  readonly summary: readonly string[];
  readonly triggers: readonly string[];
  readonly detail: readonly string[];
}

type Text = Pick<Candidate | MemoryRecord, "summary" | "detail" | "why" | "alternatives" | "triggers">;

export function documentOf(text: Text): Document {
  return {
    summary: terms(text.summary),
    triggers: terms((text.triggers ?? []).map(({ value }) => value).join("\n")),
    detail: terms([text.detail, text.why ?? "", ...(text.alternatives ?? [])].join("\n")),
  };
}

/** Every term of a text, once. */
export function distinctTerms(text: Text): string[] {
  const { summary, triggers, detail } = documentOf(text);
  return [...new Set([...summary, ...triggers, ...detail])];
}
