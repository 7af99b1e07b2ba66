import type { Violation } from "@holdfast/schema";
import type { Asked } from "../read-actions.ts";
import { categoryMismatch } from "./category-mismatch.ts";
import { coverageRepeated } from "./coverage-repeated.ts";
import { extraKeys } from "./extra-keys.ts";
import type { Gate, GateContext } from "./gate.ts";
import { lowerTrust } from "./lower-trust.ts";
import { mergeDropsContent } from "./merge-drops-content.ts";
import { mergeInventsContent } from "./merge-invents-content.ts";
import { missingTarget } from "./missing-target.ts";
import { missingTrigger } from "./missing-trigger.ts";
import { olderThanTarget } from "./older-than-target.ts";
import { secretFound } from "./secret-found.ts";
import { textBounds } from "./text-bounds.ts";
import { unknownTargetId } from "./unknown-target-id.ts";

/** The gates an action of a known candidate passes, in the order in which their violations are told. */
const gates: readonly Gate[] = [
  extraKeys,
  coverageRepeated,
  missingTarget,
  unknownTargetId,
  categoryMismatch,
  olderThanTarget,
  lowerTrust,
  missingTrigger,
  textBounds,
  secretFound,
  mergeDropsContent,
  mergeInventsContent,
];

/** Everything that is wrong with an action; empty when it may be carried out. */
export function violationsOf(asked: Asked, context: GateContext): Violation[] {
  return gates.flatMap((gate) => gate(asked, context) ?? []);
}
