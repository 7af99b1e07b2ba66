import { forcesTools } from "@holdfast/models";
import type { KnownModel, ModelRegistry, StructuredModel } from "@holdfast/schema";
import { canAsk, noWayToAsk, type WaysToAsk } from "./credential-for.ts";
import { piModel } from "./pi-model.ts";
import type { PiModel } from "./pi-models.ts";

/**
 * `registry` is `ctx.modelRegistry`, taken while the context may be asked: it outlives the context. `complete` is pi-ai's where this Pi
 * has it.
 */
export interface PiRegistryOptions extends WaysToAsk {
  readonly log: (message: string) => void;
}

/**
 * Pi's models as ours: ids are `provider/model`, where the model's own may hold more slashes. Which of them refuse a forced tool is
 * remembered as long as this is.
 */
export function piRegistry({ registry, complete, log }: PiRegistryOptions): ModelRegistry {
  const unforced = new Set<string>();
  const asks = canAsk({ registry, complete });

  function lookUp(id: string): PiModel | undefined {
    const [, provider, model] = /^([^\s/]+)\/(\S+)$/.exec(id) ?? [];
    return provider === undefined || model === undefined ? undefined : registry.find(provider, model);
  }

  function adviceFor(model: PiModel): string | undefined {
    if (!asks) return noWayToAsk;
    return registry.hasConfiguredAuth(model)
      ? undefined
      : `Use /login in Pi, or give Pi a key for ${model.provider}.`;
  }

  return {
    find(id): KnownModel | undefined {
      const model = lookUp(id);
      if (model === undefined) return undefined;
      const advice = adviceFor(model);
      return advice === undefined ? { id } : { id, advice };
    },
    hasConfiguredAuth({ id }) {
      const model = lookUp(id);
      return asks && model !== undefined && registry.hasConfiguredAuth(model);
    },
    open: ({ id }): StructuredModel =>
      piModel({
        id,
        registry,
        complete,
        find: () => lookUp(id),
        forces: (model) => !unforced.has(id) && (model.api !== "anthropic-messages" || forcesTools(model.id)),
        onRefusal() {
          unforced.add(id);
          log(`${id} can't be forced to call a tool: it is asked without from now on.`);
        },
      }),
  };
}
