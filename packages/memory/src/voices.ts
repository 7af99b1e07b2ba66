import type { Trust } from "@holdfast/schema";

/** Who said it, in words that stand beside a record for an agent. */
export const voices: { readonly [trust in Trust]: string } = {
  user: "said by the person",
  agent: "noted by an agent",
  derived: "learnt from a session",
};
