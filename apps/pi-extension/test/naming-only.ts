/**
 * A JSON Schema that only names and types. Pi refuses a whole call for one member that its check finds wrong; ours judges the members one by
 * one, with words that the agent can act on.
 */
export function namingOnly(schema: object): object {
  const kept = Object.entries(schema).filter(([key]) => !judging.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === "properties" ? named(value as object) : inner(value)]),
  );
}

const judging: ReadonlySet<string> = new Set([
  ...["$schema", "additionalProperties", "required", "minLength", "maxLength", "minItems", "maxItems"],
]);

function named(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)]));
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === "object" && value !== null ? namingOnly(value) : value;
}
