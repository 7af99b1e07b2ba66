import type { Collapse, Ground } from "@holdfast/extraction";
import type { ModelResolution } from "@holdfast/models";
import type { ExtractionCaps } from "@holdfast/schema";
import type { Run } from "../run.ts";
import type { World } from "../world.ts";
import type { ReadingNotes } from "./reading-notes.ts";
import type { SessionSource } from "./session-source.ts";

export interface ReadRequest {
  readonly sources: readonly SessionSource[];
  readonly extractor: ModelResolution;
  readonly caps: ExtractionCaps;
  /** Reads turns anew that were read before. */
  readonly again: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Everything that reading a session needs. */
export interface Reader {
  readonly world: World;
  readonly run: Run;
  readonly request: ReadRequest;
  readonly notes: ReadingNotes;
  readonly ground: Omit<Ground, "window">;
  readonly repeats: Collapse;
  /** Keys of the turns and parts of turns that were read, before and in this run. */
  readonly read: Set<string>;
}
