/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null ? (value as { [field: string]: unknown }) : {};
}

/** A text that says something, or undefined. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** ISO 8601 in UTC of a time (a text or milliseconds), or undefined when it is none. */
export function instantIn(time: unknown): string | undefined {
  if (typeof time !== "string" && typeof time !== "number") return undefined;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined;
}
