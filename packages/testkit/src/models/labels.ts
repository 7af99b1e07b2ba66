/** The labels that stand in a prompt, each once, in order: `C1..` of candidates, `M1..` of records. */
export function labelsIn(prompt: string): { refs: string[]; targets: string[] } {
  const all = (pattern: RegExp) => [...new Set(prompt.match(pattern) ?? [])];
  return { refs: all(/\bC\d+\b/g), targets: all(/\bM\d+\b/g) };
}
