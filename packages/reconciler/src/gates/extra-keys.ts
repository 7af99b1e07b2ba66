import { type Gate, violation } from "./gate.ts";
import { quoted } from "./quoted.ts";

/** An action has only the keys of an action. */
export const extraKeys: Gate = (asked) => {
  if (asked.extraKeys.length === 0) return undefined;
  const names = asked.extraKeys.slice(0, 10).map(quoted).join(", ");
  return violation("extra_keys", asked, "", `Leave out ${names}: an action has no such key.`);
};
