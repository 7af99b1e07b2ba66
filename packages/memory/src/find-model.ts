import { type ModelResolution, type ModelRole, resolveModel } from "@holdfast/models";
import type { StructuredModel } from "@holdfast/schema";
import type { World } from "./world.ts";

type Wanted = string | StructuredModel | undefined;

/** Who judges candidates that have neighbours, and how that came. Nobody is asked yet. */
export function findAdjudicator(world: World, wanted: Wanted): ModelResolution {
  return findModel(world, "reconciliation", world.settings.reconciliationModel, wanted);
}

/** Who reads sessions, and how that came. Nobody is asked yet. */
export function findExtractor(world: World, wanted: Wanted): ModelResolution {
  return findModel(world, "extraction", world.settings.extractionModel, wanted);
}

function findModel(
  { registry, sessionModel }: World,
  role: ModelRole,
  configured: string | undefined,
  explicit: Wanted,
): ModelResolution {
  return resolveModel({ role, explicit, configured, session: sessionModel?.(), registry });
}
