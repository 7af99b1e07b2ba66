import { singleLine } from "@holdfast/schema";

/**
 * A statement as a sentence of its own: one line, no "please", no swearing, no closing full stop or smiley, a capital where it
 * is a word.
 */
export function standAlone(statement: string): string {
  const line = singleLine(statement)
    .replace(/^(?:please|also|that|then)\s+/i, "")
    .replace(/\b(?:fucking|freaking|goddamn(?:ed)?|bloody|damn(?:ed)?)\s+(?=\w)/gi, "")
    .replace(/\s*(?:[:;]-?[)(DP]|\p{Extended_Pictographic}\uFE0F?)+\s*$/gu, "")
    .replace(/[,\s]+(?:please|pls|thanks|thank you|ok|okay)[.!\s]*$/i, "")
    .replace(/\s*[.!?;,。！？]+$/u, "")
    .replace(/^(?:you|we)\s+(?:should|must|have to|need to)\s+(?=always\b|never\b)/i, "");
  return startsWithWord.test(line) ? line.slice(0, 1).toUpperCase() + line.slice(1) : line;
}

/** A word in lower case, but no name that is written so. */
const startsWithWord =
  /^(?!(?:npm|pnpm|npx|yarn|node|deno|bun|git|gh|bash|zsh|vitest|jest|eslint|biome|prettier|tsc|tsx|docker|kubectl|make|curl|psql|sqlite|redis|nginx|systemd|cargo|rustc|pip|uv|ruff|pytest|mypy|terraform|ansible|zod|vim|tmux|jq|sed|awk|grep)\b)\p{Ll}[\p{Ll}'-]*(?=[\s,:]|$)/u;
