import { redact, singleLine } from "@holdfast/schema";

/** A text from a reply as a message may repeat it: in quotes, in one line, without secrets, at most 80 characters. */
export function quoted(text: string): string {
  return quotedStart(text, 80);
}

/** As {@link quoted}, with at most `most` characters. */
export function quotedStart(text: string, most: number): string {
  return JSON.stringify([...singleLine(redact(text).text)].slice(0, most).join(""));
}
