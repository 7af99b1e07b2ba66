import type { Store, Writer } from "@holdfast/schema";
import type { Run, RunOptions } from "./run.ts";
import type { World } from "./world.ts";

/** One store, held for one run. */
export interface Held {
  readonly world: World;
  readonly store: Store;
  readonly writer: Writer;
  readonly run: Run;
  readonly options: RunOptions;
  /** Settled before everything else. */
  readonly first: ReadonlySet<string>;
  /** True when a model is asked about those alone. */
  readonly asksOnlyFirst: boolean;
}
