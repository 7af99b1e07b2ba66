import { redact } from "./redact.ts";

/** How deep a value is followed; what lies deeper is left out, visibly. No noun of ours is as deep. */
const deepest = 20;

/**
 * The same JSON value without secrets in any of its texts, keys included: what goes to a file, whoever wrote it. What is no JSON becomes
 * its text. Never throws.
 */
export function redactDeep<T>(value: T): T {
  return redactValue(value, 0) as T;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redact(value.toWellFormed()).text;
  if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number")
    return value;
  if (typeof value !== "object") return redact(String(value)).text;
  if (depth >= deepest) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((one) => redactValue(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [redact(key).text, redactValue(one, depth + 1)]),
  );
}
