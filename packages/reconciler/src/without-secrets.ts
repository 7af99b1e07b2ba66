import { redact } from "@holdfast/schema";

/** How deep a value is followed; what lies deeper is left out, visibly. */
const deepest = 20;

/** A JSON value as it is, but without secrets in any of its texts, keys included. Anything that is no JSON becomes its text. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redact(value.toWellFormed()).text;
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value !== "object") return redact(String(value)).text;
  if (depth >= deepest) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [redact(key).text, withoutSecrets(one, depth + 1)]),
  );
}
