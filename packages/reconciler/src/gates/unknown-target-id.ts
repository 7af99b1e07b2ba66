import { type Gate, violation } from "./gate.ts";
import { quoted } from "./quoted.ts";

/** A target is one of the records that were shown. */
export const unknownTargetId: Gate = (asked, { chunk }) => {
  const target = asked.action.target_id;
  if (target === undefined || chunk.records.has(target)) return undefined;
  const shown = chunk.records.size === 0 ? "none was shown" : `shown were M1 to M${chunk.records.size}`;
  return violation(
    "unknown_target_id",
    asked,
    "target_id",
    `${quoted(target)} is no record that was shown: ${shown}.`,
  );
};
