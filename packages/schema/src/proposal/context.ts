import type { Trust } from "../category.ts";

/** What the host knows about a proposal; none of it is taken from the text. */
export interface ProposalContext {
  readonly sessionId: string;
  readonly trust: Trust;
  /** ISO 8601, UTC. */
  readonly observedAt: string;
}
