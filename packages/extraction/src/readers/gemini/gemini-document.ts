import {
  closeBrace,
  closeBracket,
  colon,
  openBrace,
  openBracket,
  quote,
  skipBlanks,
  valueEnd,
} from "./json-extent.ts";

/** What stands in the one object of a file: a field of it, or a message, counted from 1, as undefined when it is no JSON. */
export type DocumentPart =
  | { readonly field: string; readonly value: unknown }
  | { readonly message: number; readonly value: unknown }
  /** The text ends, or goes on as no JSON does, after so many messages; undefined when it never came to them. */
  | { readonly brokenAfter: number | undefined };

/**
 * Reads a file that is one JSON object, part by part: each message is decoded and parsed when it is asked for, so that only one
 * is in memory, and what is whole is read however the file ends.
 */
export function* documentParts(bytes: Uint8Array): Generator<DocumentPart> {
  let at = skipBlanks(bytes, hasByteOrderMark(bytes) ? 3 : 0);
  let messages: number | undefined;
  if (bytes[at++] !== openBrace) return yield { brokenAfter: undefined };
  for (;;) {
    at = skipBlanks(bytes, at);
    if (bytes[at] === closeBrace) return;
    const key = bytes[at] === quote ? valueAt(bytes, at) : undefined;
    const from = key === undefined ? bytes.length : skipBlanks(bytes, key.end);
    if (key === undefined || bytes[from] !== colon) return yield { brokenAfter: messages };
    at = skipBlanks(bytes, from + 1);
    if (key.value === "messages" && bytes[at] === openBracket) {
      messages ??= 0;
      for (at = skipBlanks(bytes, at + 1); bytes[at] !== closeBracket; ) {
        const message = valueAt(bytes, at);
        if (message === undefined) return yield { brokenAfter: messages };
        yield { message: ++messages, value: message.value };
        at = skipBlanks(bytes, message.end);
      }
      at++;
      continue;
    }
    const value = valueAt(bytes, at);
    if (value === undefined) return yield { brokenAfter: messages };
    yield { field: String(key.value), value: value.value };
    at = value.end;
  }
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The value at a place, undefined when it is cut off; what is no JSON has an undefined value. */
function valueAt(
  bytes: Uint8Array,
  from: number,
): { readonly value: unknown; readonly end: number } | undefined {
  const end = valueEnd(bytes, from);
  if (end === undefined) return undefined;
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes.subarray(from, end))), end };
  } catch {
    return { value: undefined, end }; // Damage is an expected value here: it costs only itself.
  }
}
