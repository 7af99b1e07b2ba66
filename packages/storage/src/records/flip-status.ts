import { HoldfastError, type MemoryRecord, recordIdOfPath } from "@holdfast/schema";
import { bomLength, type FrontmatterPlace, readFrontmatter, splitFrontmatter } from "./frontmatter.ts";
import { parseRecord, type RecordPlace } from "./parse-record.ts";

/**
 * The same file with another status; every other byte stays, be it text or not. A file without a status line gets one, a
 * file without frontmatter a minimal one that keeps its id and times. Already so: the same bytes. Throws
 * `store_unreadable` when the file can't be read, or when the change can't be made in one line.
 */
export function flipStatus(
  bytes: Uint8Array,
  place: RecordPlace,
  status: MemoryRecord["status"],
): Uint8Array {
  const before = parseRecord(bytes, place);
  if (before.kind === "unreadable") throw refusal(before.message);
  if (before.record.status === status) return bytes;
  const flipped = withStatus(bytes, place, status);
  const after = parseRecord(flipped, place);
  if (after.kind === "unreadable" || after.record.status !== status) {
    throw refusal(`${place.path}: its frontmatter is written in a way that its status can't be changed in`);
  }
  return flipped;
}

function withStatus(bytes: Uint8Array, place: RecordPlace, status: MemoryRecord["status"]): Uint8Array {
  const split = splitFrontmatter(bytes);
  if (split.kind !== "found") return splice(bytes, bomLength(bytes), 0, minimal(place, status));
  const yaml = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    bytes.subarray(split.place.start, split.place.end),
  );
  const front = readFrontmatter(yaml);
  if (front.kind !== "values" || front.status === undefined) return addLine(bytes, split.place, status);
  return replaceValue(bytes, split.place.start, yaml, front.status, status);
}

function addLine(bytes: Uint8Array, place: FrontmatterPlace, status: string): Uint8Array {
  return splice(bytes, place.start, 0, `status: ${status}${place.eol}`);
}

/** Quotes around the value stay, so that flipping back gives the same bytes. */
function replaceValue(
  bytes: Uint8Array,
  start: number,
  yaml: string,
  [from, to]: readonly [number, number],
  status: string,
): Uint8Array {
  const token = yaml.slice(from, to);
  const written = token === "" ? ` ${status}` : token.replace(/^(["']?)[^"']*\1$/, `$1${status}$1`);
  const at = start + Buffer.byteLength(yaml.slice(0, from));
  return splice(bytes, at, Buffer.byteLength(token), written);
}

/** The id and the times would otherwise follow the path and the time of this very change. */
function minimal(place: RecordPlace, status: string): string {
  const time = new Date(place.mtimeMs).toISOString();
  return `---\nid: ${recordIdOfPath(place.path)}\nstatus: ${status}\nobserved_at: ${time}\ncreated_at: ${time}\n---\n`;
}

function splice(bytes: Uint8Array, at: number, removed: number, text: string): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at + removed)]);
}

function refusal(message: string): HoldfastError {
  return new HoldfastError("store_unreadable", message, {
    hint: "Open the file in an editor and correct it, or set `status:` there yourself. Nothing was changed.",
  });
}
