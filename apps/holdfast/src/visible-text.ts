/**
 * Control characters, and the marks that reorder or hide text: alive, they could drive a terminal or deceive a reader. Joiners stay where
 * writing needs them: inside emoji, and in scripts whose letters join.
 */
const live = new RegExp(
  `[${[
    "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f", // C0 and C1 without tab and line feed
    "\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}",
  ].join("")}]|(?<!${joined()})[\\u200c\\u200d]`,
  "gu",
);

function joined(): string {
  const scripts =
    "Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Myanmar Oriya Sinhala Syriac Tamil Telugu";
  const letters = scripts.split(" ").map((script) => `\\p{Script=${script}}`);
  return `(?:[\\p{Extended_Pictographic}\\p{Emoji_Modifier}${letters.join("")}]|\\ufe0f)`;
}

/** A text as it may go to a terminal: what is alive in it is shown, not done. Line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(live, show);
}

/** The same for one line: line breaks are shown too. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\n/g, "\u240a").replace(/\t/g, " ");
}

/** JSON whose text is the same value, with what is alive escaped. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(live, (mark) =>
    [...mark].map((one) => (one === "\n" ? one : escaped(one))).join(""),
  );
}

function show(mark: string): string {
  const code = mark.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

function escaped(mark: string): string {
  return Array.from({ length: mark.length }, (_, at) => mark.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}
