import type { Category, Evidence, Refused, Scope, Trigger } from "@holdfast/schema";

/** What an extractor proposes, in the shape that staging reads. Its evidence is always verbatim. */
export interface Proposal {
  readonly summary: string;
  readonly detail?: string;
  readonly why?: string;
  readonly alternatives?: readonly string[];
  readonly triggers?: readonly Trigger[];
  readonly scope_suggestion: Scope;
  readonly source_evidence: Evidence & { readonly entry_id: string };
}

/** A proposal, and the time of the turn it was quoted from (undefined when the turn has none). */
export interface Found {
  readonly category: Category;
  readonly proposal: Proposal;
  readonly observed_at: string | undefined;
}

/** What was found in a transcript, and what was heard but not kept, each with the reason. */
export interface Extraction {
  readonly found: readonly Found[];
  /** `path` names the turn. */
  readonly passed_over: readonly Refused[];
  /** Stretches of the transcript that were read: 0 when there was nothing new. */
  readonly windows: number;
}
