import { redact } from "./redact.ts";

/** What every line of foreign text begins with, and no line of ours. */
export const dataMark = "| ";

/**
 * A foreign text as a prompt may show it: without secrets, and {@link visible}. Not longer than the text, but for what redaction writes.
 */
export function inert(text: string): string {
  return visible(redact(text.toWellFormed()).text);
}

/** A foreign text that steers nothing: its control and invisible characters are visible ones, its line breaks all of one kind. */
export function visible(text: string): string {
  return text.toWellFormed().replace(lineBreaks, "\n").replace(hidden, shown);
}

/** The lines of an inert text, each behind the mark: whatever it says, no line of it can be taken for one of ours. */
export function asData(text: string): string {
  return text
    .split("\n")
    .map((line) => `${dataMark}${line}\n`)
    .join("");
}

/** An inert text in one line, its line breaks as symbols. */
export function inOneLine(text: string): string {
  return text.replaceAll("\n", "\u2424");
}

/** What somebody else than the person said, as an agent is shown it: in quotes, in one line, asking for nothing. */
export function asQuotation(text: string): string {
  return JSON.stringify(visible(text));
}

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** All but tabs, line breaks and the joiners that scripts and emoji need. */
const hidden = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** Control characters have pictures of their own; what has none is a replacement character. */
function shown(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}
