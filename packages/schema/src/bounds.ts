/** What a candidate may hold. Longer is refused by name, never cut. Lengths are in characters (code points). */
export const bounds = {
  summary: 300,
  detail: 16_000,
  why: 16_000,
  alternatives: 50,
  alternative: 2_000,
  triggers: 50,
  triggerValue: 500,
  quote: 4_000,
  sessionId: 1_000,
  candidatesPerSave: 200,
} as const;

/** Length in code points, without building an array for the common short text. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
