/** What is left of a text, and how many characters are not. */
export interface Shortened {
  readonly text: string;
  readonly shortened: number;
}

/**
 * Keeps the beginning and the end of a text, `most` characters together, with a line between them that says how many are left
 * out; with `end` 0 only the beginning, and no line. What is longer by less than that line stays whole, also when it was cut before. Cuts between
 * code points, never inside one.
 */
export function cutMiddle(text: string, most: number, end = Math.floor(most / 2)): Shortened {
  if (text.length <= most + (end === 0 ? 0 : longestNote)) return { text, shortened: 0 };
  const from = most - end - (splits(text, most - end) ? 1 : 0);
  const to = text.length - end + (splits(text, text.length - end) ? 1 : 0);
  const shortened = to - from;
  const note = end === 0 ? "" : `\n[... ${shortened.toLocaleString("en-US")} characters left out ...]\n`;
  return { text: copy(`${text.slice(0, from)}${note}${text.slice(to)}`), shortened };
}

const longestNote = "\n[... 9,999,999,999 characters left out ...]\n".length;

/** True when a cut before `at` would part the halves of a surrogate pair. */
function splits(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff);
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}

/** The same characters in memory of their own: a slice keeps the whole text it was cut from alive. */
export function copy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
