/** The place of the next byte that is no blank and no comma. Commas may be left over: what is damaged is still read. */
export function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (blanks.has(bytes[at] ?? -1)) at++;
  return at;
}

/**
 * Where the JSON value that begins at `from` ends, without reading it: undefined when it is cut off. Linear, however deep it is nested.
 * Something that is no JSON ends before the next comma or closing bracket, and never where it begins.
 */
export function valueEnd(bytes: Uint8Array, from: number): number | undefined {
  const first = bytes[from];
  if (first === quote) return stringEnd(bytes, from);
  if (first !== openBrace && first !== openBracket) return wordEnd(bytes, from);
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = stringEnd(bytes, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (byte === openBrace || byte === openBracket) depth++;
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at + 1;
  }
  return undefined;
}

export const quote = 0x22;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
const backslash = 0x5c;
const comma = 0x2c;
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, comma]);

function stringEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let end = bytes.indexOf(quote, from + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return undefined;
}

function wordEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from + 1; at < bytes.length; at++)
    if (bytes[at] === closeBrace || bytes[at] === closeBracket || blanks.has(bytes[at]!)) return at;
  return undefined;
}
