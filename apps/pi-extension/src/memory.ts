import { type Memory, openMemory } from "@holdfast/memory";
import type { PiComplete, PiModels } from "./models/pi-models.ts";
import { piRegistry } from "./models/pi-registry.ts";

export { readPiBranch } from "@holdfast/memory";

export interface PiMemoryOptions {
  readonly cwd: string;
  /** `ctx.modelRegistry`, taken while the context may be asked. */
  readonly models: PiModels;
  /** `complete` of pi-ai, where this Pi has it. */
  readonly complete: PiComplete | undefined;
  /** What Pi talks to now, as `provider/model`. */
  readonly sessionModel: () => string | undefined;
}

/** The memory of the project in which Pi runs, with Pi's own models. */
export function openPiMemory({ cwd, models, complete, sessionModel }: PiMemoryOptions): Promise<Memory> {
  const log = () => {}; // Pi has no log: what is warned of stands in the report of the run, and in the run log
  const registry = piRegistry({ registry: models, complete, log });
  return openMemory({ cwd, host: "pi", registry, sessionModel, log });
}
