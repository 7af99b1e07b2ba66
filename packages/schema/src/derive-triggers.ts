import type { Trigger } from "./candidate.ts";

/** Most triggers that are derived for one lesson. */
const most = 3;

/**
 * When a lesson without triggers applies, read off its text: the paths, commands and error names in it, else its first telling words as a
 * topic. The same text gives the same triggers.
 */
export function deriveTriggers(text: string): Trigger[] {
  const found = new Map<string, Trigger>();
  const add = (type: Trigger["type"], value: string) => {
    if (found.size < most) found.set(`${type} ${value}`, { type, value });
  };
  for (const [, code = ""] of text.matchAll(/`([^`\n]{2,80})`/g))
    add(isPath(code) ? "path" : isCommand(code) ? "command" : "topic", code);
  for (const [path] of text.matchAll(/(?<![\w`./-])(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.*-]+)+(?:\.\w+)?/g))
    if (isPath(path)) add("path", path);
  for (const [error] of text.matchAll(/\b[A-Z][A-Za-z]*(?:Error|Exception)\b|\bE[A-Z]{3,}\b/g))
    add("error", error);
  if (found.size === 0) add("topic", topicOf(text));
  return [...found.values()];
}

function isPath(code: string): boolean {
  return (
    !/\s/.test(code) &&
    (/\/[\w.*-]/.test(code) || /^[\w-]+\.[a-z]{1,5}$/.test(code)) &&
    !/^\w+:\/\//.test(code)
  );
}

function isCommand(code: string): boolean {
  return /^[a-z][\w.-]*( [^\s]+)+$/.test(code);
}

const fillers = new Set(
  "about after again always and any are before but can cannot don't for from has have into it's its must never not only other our should that the their them then there this those use used using was were what when where which will with without you your".split(
    " ",
  ),
);

function topicOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'_-]{3,}/gu) ?? [];
  const telling = words.filter((word) => !fillers.has(word)).slice(0, 4);
  return telling.join(" ") || text.trim().slice(0, 40) || "lesson";
}
