/** What was read at one place of a text. */
export interface Block {
  /** The value; of one that is not whole, its complete leading parts. */
  readonly value: unknown;
  /** Where reading stopped. */
  readonly end: number;
  /** False when the value breaks off: the text ends, or goes on as no JSON does. */
  readonly whole: boolean;
  /** True when at least one key was read with its value: this was meant as JSON. */
  readonly telling: boolean;
}

/**
 * Reads the JSON value at `start`, leniently: commas may be left over or left out, quotes may be typographic or single, strings may hold raw line breaks
 * and stray backslashes, and the end may be missing. Nothing is made up: of a value that breaks off, a string or object not
 * read to its end is left out of the list it stands in. Linear, and never throws; what is nested too deeply breaks off.
 */
export function readBlock(text: string, start: number): Block {
  const cursor: Cursor = { text, at: start, depth: 0, broken: false, telling: false };
  const value = readValue(cursor);
  return { value, end: cursor.at, whole: !cursor.broken, telling: cursor.telling };
}

/** How deep a value may be nested; an action is three deep. */
const deepest = 50;

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
  broken: boolean;
  telling: boolean;
}

function readValue(cursor: Cursor): unknown {
  skip(cursor, blanks);
  const sign = cursor.text[cursor.at] ?? "";
  if (sign === "{") return nested(cursor, readObject);
  if (sign === "[") return nested(cursor, readList);
  return closing.has(sign) ? readString(cursor) : readWord(cursor);
}

function nested(cursor: Cursor, read: (cursor: Cursor) => unknown): unknown {
  cursor.at++;
  if (++cursor.depth > deepest) return breakOff(cursor);
  const value = read(cursor);
  cursor.depth--;
  return value;
}

function breakOff(cursor: Cursor): undefined {
  cursor.broken = true;
}

function readObject(cursor: Cursor): object {
  const entries: [string, unknown][] = [];
  while (!ends(cursor, "}")) {
    const key = closing.has(cursor.text[cursor.at] ?? "") ? readString(cursor) : breakOff(cursor);
    if (cursor.broken || key === undefined) break;
    skip(cursor, blanks);
    if (cursor.text[cursor.at++] !== ":") breakOff(cursor);
    const value = cursor.broken ? undefined : readValue(cursor);
    if (value !== undefined) entries.push([key, value]);
    if (cursor.broken) break;
    cursor.telling = true;
  }
  return Object.fromEntries(entries);
}

function readList(cursor: Cursor): unknown[] {
  const values: unknown[] = [];
  while (!ends(cursor, "]")) {
    const value = readValue(cursor);
    if (cursor.broken) break;
    values.push(value);
  }
  return values;
}

/** True past the closing sign, and where the text is over: then the value is broken. */
function ends(cursor: Cursor, sign: string): boolean {
  skip(cursor, blanksAndCommas);
  if (cursor.at >= cursor.text.length) breakOff(cursor);
  if (cursor.text[cursor.at] === sign) cursor.at++;
  else return cursor.broken;
  return true;
}

const blanks = /[\s\u200b]*/y;
const blanksAndCommas = /[\s\u200b,]*/y;

function skip(cursor: Cursor, some: RegExp): void {
  some.lastIndex = cursor.at;
  some.exec(cursor.text);
  cursor.at = some.lastIndex;
}

/** What ends a string or escapes a sign in it, by what opens it. */
const closing = new Map(
  Object.entries({
    '"': '"',
    "'": "'",
    "\u201c": "\u201d\u201c",
    "\u201d": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u2018": "\u2019",
    "\u00ab": "\u00bb",
    "\uff02": "\uff02",
  }).map(([open, close]) => [open, new RegExp(`[\\\\${close}]`, "g")]),
);

function readString(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  const signs = closing.get(text[at]!)!;
  signs.lastIndex = at + 1;
  let sign = signs.exec(text);
  while (sign?.[0] === "\\") {
    signs.lastIndex = sign.index + 2;
    sign = signs.exec(text);
  }
  cursor.at = sign ? sign.index + 1 : text.length;
  return sign ? withoutEscapes(text.slice(at + 1, sign.index)) : breakOff(cursor);
}

const escapes = new Map([
  ...Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }),
  ...[..."/\\\"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb\uff02"].map((sign) => [sign, sign] as const),
]);

/** A text without one level of JSON escapes. A backslash that escapes nothing stays. */
export function withoutEscapes(text: string): string {
  let plain = "";
  let from = 0;
  for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", from)) {
    const sign = text.charAt(at + 1);
    const hex = sign === "u" ? text.slice(at + 2, at + 6) : "";
    const code = /^[0-9a-fA-F]{4}$/.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : undefined;
    plain += text.slice(from, at) + (code ?? escapes.get(sign) ?? `\\${sign}`);
    from = at + (code === undefined ? 2 : 6);
  }
  return plain + text.slice(from);
}

const word =
  /(?:(true|false|null|True|False|None)(?![\p{L}\p{N}_])|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\p{L}\p{N}_.]))/uy;
const literals = new Map<string, unknown>(
  Object.entries({ true: true, True: true, false: false, False: false, null: null, None: null }),
);

function readWord(cursor: Cursor): unknown {
  word.lastIndex = cursor.at;
  const found = word.exec(cursor.text)?.[0];
  if (found === undefined) return breakOff(cursor);
  cursor.at += found.length;
  return literals.has(found) ? literals.get(found) : Number(found);
}
