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

/** What was found in a transcript, what was heard but not kept, and which turns were really read. */
export interface Extraction {
  readonly found: readonly Found[];
  /** Each with the reason; `path` names the turn. At most 51: after 50 the last says how many more there were. */
  readonly passed_over: readonly Refused[];
  /**
   * Keys of the turns that need not be read again: those that are new and were read or served as context. A turn in which
   * something was too long to be looked at is not among them.
   */
  readonly read: readonly string[];
  /** Stretches of the transcript that were read: 0 when there was nothing new. */
  readonly windows: number;
}
