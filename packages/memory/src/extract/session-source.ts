import type { Agent, Transcript } from "@holdfast/schema";

/** A session that is to be read: a transcript, or where it lies. */
export type SessionSource =
  | { readonly kind: "given"; readonly transcript: Transcript }
  | { readonly kind: "file"; readonly path: string; readonly agent: Agent | undefined };
