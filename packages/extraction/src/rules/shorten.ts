import { lengthOf } from "@holdfast/schema";

/** The text in at most so many characters, cut at a blank and marked with an ellipsis when it was longer. */
export function shorten(text: string, most: number): string {
  if (lengthOf(text) <= most) return text;
  const cut = [...text].slice(0, most - 1).join("");
  return `${cut.replace(/\s+\S*$/u, "")}\u2026`;
}
