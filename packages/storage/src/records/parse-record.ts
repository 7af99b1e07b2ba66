import {
  categoryOf,
  instantSchema,
  type MemoryRecord,
  memoryRecordSchema,
  recordIdOfPath,
  type Scope,
} from "@holdfast/schema";
import { readBody } from "./body.ts";
import { bomLength, readFrontmatter, splitFrontmatter } from "./frontmatter.ts";

/** Where a record's file stands; what it does not say itself is taken from here. */
export interface RecordPlace {
  /** Inside the memory folder, with `/`: `lessons/use-pnpm--rec_1a2b.md`. */
  readonly path: string;
  readonly scope: Scope;
  readonly mtimeMs: number;
}

export type ParsedRecord =
  | { readonly kind: "record"; readonly record: MemoryRecord }
  | { readonly kind: "unreadable"; readonly message: string };

/**
 * Reads a record's file as code or a person wrote it. Gives back exactly what `renderRecord` was given. In a person's file every
 * key is optional and unknown ones are ignored; what can't be understood without guessing makes the file
 * unreadable, with a message that names the file and the place. Never throws.
 */
export function parseRecord(bytes: Uint8Array, place: RecordPlace): ParsedRecord {
  const split = splitFrontmatter(bytes);
  if (split.kind === "unclosed") {
    return unreadable(place, "the frontmatter that line 1 opens is never closed by a line `---`");
  }
  if (split.kind === "none") return parsePlain(bytes, place);
  const yaml = decode(bytes.subarray(split.place.start, split.place.end));
  if (yaml === undefined) return unreadable(place, "the frontmatter is not UTF-8 text");
  const front = readFrontmatter(yaml);
  if (front.kind === "unreadable") return unreadable(place, front.message);
  return compose(front.values, anyText.decode(bytes.subarray(split.place.body)), place);
}

function parsePlain(bytes: Uint8Array, place: RecordPlace): ParsedRecord {
  const text = decode(bytes.subarray(bomLength(bytes)));
  if (text === undefined) return unreadable(place, "it is not UTF-8 text");
  if (text.trim() === "") return unreadable(place, "it is empty");
  return compose({}, text, place);
}

const strictText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const anyText = new TextDecoder("utf-8", { ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictText.decode(bytes);
  } catch {
    return undefined; // The only failure of a decoder: these bytes are no UTF-8.
  }
}

function compose(values: Readonly<Record<string, unknown>>, text: string, place: RecordPlace): ParsedRecord {
  const written = given(values);
  const kept = written.summary;
  if (kept !== undefined && typeof kept !== "string") return unreadable(place, "`summary` is not a text");
  const time = new Date(place.mtimeMs).toISOString();
  const read = memoryRecordSchema.safeParse({
    id: recordIdOfPath(place.path),
    category: categoryOf(place.path.split("/", 1)[0] ?? ""),
    status: "active",
    scope: place.scope,
    trust: "user",
    observed_at: time,
    created_at: time,
    triggers: [],
    supersedes: [],
    sources: [],
    related: [],
    ...written,
    ...readBody(text, kept),
  });
  if (read.success) return { kind: "record", record: read.data };
  const issue = read.error.issues[0];
  return unreadable(place, `\`${issue?.path.join(".")}\` can't be used: ${issue?.message}`);
}

/** What the frontmatter says, in the shape of a record. Keys left empty say nothing. */
function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const read = Object.hasOwn(readers, key) ? readers[key as keyof MemoryRecord] : undefined;
    if (read !== undefined && (value !== "" || mayBeEmpty.has(key))) written[key] = read(value);
  }
  return written;
}

const asItIs = (value: unknown) => value;
const mayBeEmpty = new Set(["summary", "why"]);

const readers: { readonly [key in keyof MemoryRecord]?: (value: unknown) => unknown } = {
  id: asItIs,
  category: asItIs,
  status: asItIs,
  scope: asItIs,
  trust: asItIs,
  why: asItIs,
  summary: asItIs,
  forgotten: asItIs,
  observed_at: instant,
  created_at: instant,
  supersedes: list,
  related: list,
  alternatives: list,
  triggers: (value) => list(value, (one) => (typeof one === "string" ? { type: "topic", value: one } : one)),
  sources: (value) => list(value, source),
};

/** One text where a list is expected is a list of one. */
function list(value: unknown, read: (one: unknown) => unknown = asItIs): unknown {
  if (Array.isArray(value)) return value.map(read);
  return typeof value === "string" ? [read(value)] : value;
}

function source(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { quote, ...rest } = value as { readonly [key: string]: unknown };
  return {
    ...rest,
    ...("round" in rest && { round: Number(rest.round) }),
    ...(quote !== undefined && quote !== "" && { quote }), // one that was erased is none
  };
}

/** People write `2026-11-30`, or with an offset; code writes UTC. A time without an offset is UTC. */
function instant(value: unknown): unknown {
  if (typeof value !== "string" || instantSchema.safeParse(value).success) return value;
  const offset = /^\d{4}-\d\d-\d\d$/.test(value) || /(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? "" : "Z";
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value + offset) : Number.NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

function unreadable(place: RecordPlace, what: string): ParsedRecord {
  return { kind: "unreadable", message: `${place.path}: ${what}` };
}
