import { redact } from "@holdfast/schema";
import { type Gate, violation } from "./gate.ts";

/** A drafted text holds no secret. */
export const secretFound: Gate = (asked) => {
  const texts = { summary: asked.action.summary, detail: asked.action.detail };
  for (const [field, text = ""] of Object.entries(texts)) {
    const { found } = redact(text);
    if (found.length > 0)
      return violation("secret_found", asked, field, `Holds a secret (${found.join(", ")}). Leave it out.`);
  }
  return undefined;
};
