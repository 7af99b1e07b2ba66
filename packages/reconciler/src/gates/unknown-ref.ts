import { type Gate, violation } from "./gate.ts";
import { quoted } from "./quoted.ts";

/** An action is about a candidate of the chunk. */
export const unknownRef: Gate = (asked, { chunk }) => {
  if (chunk.cases.has(asked.action.ref)) return undefined;
  const last = `C${chunk.cases.size}`;
  const message = `${quoted(asked.action.ref)} is no candidate of this chunk; its candidates are C1 to ${last}.`;
  return violation("unknown_ref", asked, "ref", message);
};
