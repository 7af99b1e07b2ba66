import { type ModelResolution, resolveModel } from "@holdfast/models";
import type { StructuredModel } from "@holdfast/schema";
import type { World } from "./world.ts";

/** Who judges candidates that have neighbours, and how that came. Nobody is asked yet. */
export function findAdjudicator(world: World, wanted: string | StructuredModel | undefined): ModelResolution {
  return resolveModel({
    role: "reconciliation",
    explicit: wanted,
    configured: world.settings.reconciliationModel,
    session: world.sessionModel?.(),
    registry: world.registry,
  });
}
