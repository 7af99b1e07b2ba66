import { isMap, isScalar, parseDocument } from "yaml";

/** Where the frontmatter of a file stands, in bytes. */
export interface FrontmatterPlace {
  /** After the opening line. */
  readonly start: number;
  /** Before the closing line. */
  readonly end: number;
  /** After the closing line: the text of the memory. */
  readonly body: number;
  /** How the opening line ends. */
  readonly eol: "\n" | "\r\n";
}

export type FrontmatterSplit =
  | { readonly kind: "found"; readonly place: FrontmatterPlace }
  | { readonly kind: "none" }
  | { readonly kind: "unclosed" };

/** Length of the byte order mark at the start of a file: 3 or 0. */
export function bomLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/**
 * Finds the lines `---` that enclose the frontmatter. Works on bytes, so that what surrounds it needs not be text.
 */
export function splitFrontmatter(bytes: Uint8Array): FrontmatterSplit {
  const open = lineAt(bytes, bomLength(bytes));
  if (!isFence(bytes, open)) return { kind: "none" };
  for (let line = open; line.next < bytes.length; ) {
    line = lineAt(bytes, line.next);
    if (!isFence(bytes, line)) continue;
    const eol = bytes[open.end - 1] === carriageReturn ? "\r\n" : "\n";
    return { kind: "found", place: { start: open.next, end: line.start, body: line.next, eol } };
  }
  return { kind: "unclosed" };
}

/** The top-level values of a frontmatter. Scalars are texts: `id: 12e4` is no number, `why: yes` no boolean. */
export type FrontmatterRead =
  | {
      readonly kind: "values";
      readonly values: Readonly<Record<string, unknown>>;
      /** Where the value of `status` stands, in UTF-16 units of `yaml`. */
      readonly status?: readonly [start: number, end: number];
    }
  | { readonly kind: "unreadable"; readonly message: string };

/** Reads YAML between the fences, keeping it as data: no custom types, no unbounded aliases. */
export function readFrontmatter(yaml: string): FrontmatterRead {
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
  const error = document.errors[0];
  if (error)
    return { kind: "unreadable", message: `the frontmatter is no YAML: ${firstLine(error.message)}` };
  if (document.contents === null || isBlank(document.contents)) return { kind: "values", values: {} };
  if (!isMap(document.contents)) {
    return { kind: "unreadable", message: "the frontmatter is not a list of `key: value` lines" };
  }
  const status = document.contents.get("status", true) as { range?: [number, number, number] } | undefined;
  try {
    const values = document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;
    return status?.range
      ? { kind: "values", values, status: [status.range[0], status.range[1]] }
      : { kind: "values", values };
  } catch (error) {
    return { kind: "unreadable", message: `the frontmatter is no YAML: ${firstLine(String(error))}` };
  }
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const dash = 0x2d;

interface Line {
  readonly start: number;
  /** Before its line feed. */
  readonly end: number;
  /** Start of the next line. */
  readonly next: number;
}

function lineAt(bytes: Uint8Array, start: number): Line {
  const feed = bytes.indexOf(lineFeed, start);
  return feed < 0 ? { start, end: bytes.length, next: bytes.length } : { start, end: feed, next: feed + 1 };
}

/** Three dashes, then at most blanks. */
function isFence(bytes: Uint8Array, { start, end }: Line): boolean {
  if (end - start < 3 || bytes[start] !== dash || bytes[start + 1] !== dash || bytes[start + 2] !== dash) {
    return false;
  }
  for (let i = start + 3; i < end; i++) {
    const blank = bytes[i] === 0x20 || bytes[i] === 0x09 || (bytes[i] === carriageReturn && i === end - 1);
    if (!blank) return false;
  }
  return true;
}

function isBlank(node: unknown): boolean {
  return isScalar(node) && (node.value === null || node.value === "");
}

function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? message).replace(/:$/, "");
}
