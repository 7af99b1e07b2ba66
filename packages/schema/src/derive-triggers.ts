import type { Trigger } from "./candidate.ts";
import { singleLine } from "./canonical-text.ts";
import { stopWords } from "./stop-words.ts";

/** Most triggers that are derived for one lesson. */
const most = 3;
/** Longest derived value, in characters; a longer path or command is left out, a longer topic cut. */
const longest = 80;

/**
 * When a lesson without triggers applies, read off its text: the code in back ticks (as path, command or topic), the paths and the error
 * names in it, else its first telling words as a topic. One to three, each of at most 80 characters; the same text
 * gives the same triggers.
 */
export function deriveTriggers(text: string): Trigger[] {
  const found = new Map<string, Trigger>();
  for (const trigger of triggersIn(text)) {
    if (found.size < most) found.set(`${trigger.type} ${trigger.value}`, trigger);
  }
  return found.size > 0 ? [...found.values()] : [{ type: "topic", value: topicOf(text) }];
}

function* triggersIn(text: string): Generator<Trigger> {
  for (const [, code = ""] of text.matchAll(/`([^`\n]{2,80})`/g)) {
    const value = code.trim();
    if (/[\p{L}\p{N}]/u.test(value)) yield { type: typeOf(value), value };
  }
  const prose = text.replace(/`[^`\n]*`/g, " ");
  for (const [path] of prose.matchAll(/(?<![\w./:@-])(?:~|\.{0,2})(?:\/?[\w.*-]+)(?:\/[\w.*-]+)*\/?/g)) {
    const value = path.replace(/[.-]+$/, "");
    if (value.length <= longest && isPathInProse(value)) yield { type: "path", value };
  }
  for (const [value] of prose.matchAll(errorNames))
    if (value.length <= longest) yield { type: "error", value };
}

const errorNames =
  /\b[A-Z]\w*(?:Error|Exception)\b|\bE(?:ACCES|ADDRINUSE|AGAIN|BADF|BUSY|CONNREFUSED|CONNRESET|EXIST|INVAL|IO|ISDIR|LOOP|MFILE|NOENT|NOMEM|NOSPC|NOSYS|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|RESOLVE|ROFS|TIMEDOUT|XDEV)\b/g;

function typeOf(code: string): Trigger["type"] {
  if (isPath(code)) return "path";
  if (!/\s/.test(code) && code.search(errorNames) === 0) return "error";
  return /^[a-z][\w.-]*( \S+)+$/.test(code) ? "command" : "topic";
}

function isPath(code: string): boolean {
  if (/\s/.test(code) || /^\w+:\/\//.test(code)) return false;
  return /\/[\w.*-]/.test(code) || /^[\w-]+\.[a-z]{1,5}$/.test(code);
}

/** Stricter than in back ticks: `and/or`, `24/7` and a date are no paths. */
function isPathInProse(value: string): boolean {
  if (!value.includes("/") || !/[a-z]/i.test(value)) return false;
  return /^(?:~|\.{0,2})\//.test(value) || /\.[a-z]\w{0,7}$/i.test(value) || value.split("/").length > 2;
}

const fillers = new Set(
  "avoid cannot don't dont make never not prefer use used uses using without".split(" "),
);

function topicOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'_-]{3,}/gu) ?? [];
  const telling = words.filter((word) => !fillers.has(word) && !stopWords.has(word)).slice(0, 4);
  return start(telling.join(" "), longest) || start(singleLine(text), 40) || "lesson";
}

function start(text: string, length: number): string {
  return [...text].slice(0, length).join("").trim();
}
