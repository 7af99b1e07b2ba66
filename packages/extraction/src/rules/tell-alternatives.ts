/** What a decision was made against: "instead of A", "rather than A or B", "chose X over A", "from A to X". */
export function tellAlternatives(statement: string): string[] {
  const found = against
    .map((form) => form.exec(statement)?.groups?.other)
    .find((other) => other !== undefined);
  return (found ?? "")
    .split(/\s*,\s*(?:or|and)?\s*|\s+(?:or|nor|and)\s+/i)
    .map((one) => one.replace(/^(?:the|a|an|both|either)\s+/i, "").replace(/[\s.!?,;:]+$/u, ""))
    .filter((one) => one !== "" && one.length <= 120);
}

const end = "(?=\\s+(?:for|because|since|so that|when|in|on|to|at|everywhere)\\b|[.;:!(]|\\s[-–—]\\s|$)";

const against: readonly RegExp[] = [
  new RegExp(`\\b(?:instead of|rather than|and not)\\s+(?<other>.+?)${end}`, "i"),
  // Bytes go over a network too, so `over` counts only after a word of choice.
  new RegExp(
    `\\b(?:choose|chose|chosen|prefer|picked|pick|go with|going with|decided on|settled on)\\s+.+?\\s+over\\s+(?<other>.+?)${end}`,
    "i",
  ),
  /\b(?:switch|move|migrate|moving|switching|migrating)\s+(?:away\s+)?from\s+(?<other>.+?)\s+to\b/i,
];
