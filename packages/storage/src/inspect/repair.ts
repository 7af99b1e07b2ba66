import type { Finding } from "@holdfast/schema";
import type { StoreParts } from "../store-parts.ts";

/** Something that was found, and how to put it right where that is safe. */
export interface Found {
  readonly finding: Finding;
  /** Puts it right and says so in words; undefined when there was nothing left to put right. */
  readonly repair?: (() => Promise<string | undefined>) | undefined;
}

/** Looks at one kind of thing in a store. Changes nothing. */
export type Look = (parts: StoreParts) => Promise<Found[]>;
