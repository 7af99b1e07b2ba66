import { type Disk, type FileStat, forgottenOf, type LedgerLine, textHash } from "@holdfast/schema";
import { readLedger } from "../ledger/read-ledger.ts";
import type { Database } from "../sqlite/database.ts";
import { readJson } from "./read-json.ts";
import { stampOf } from "./stamp.ts";

/**
 * Reads the ledger on from where it was read to, or anew when it is no longer the same file or no longer holds what was read. Gives
 * back how many lines were read.
 */
export async function refreshLedger(disk: Disk, path: string, database: Database): Promise<number> {
  const stat = await disk.stat(path);
  const known = readProgress(database);
  const file = stat?.kind === "file" ? { stamp: stampOf(stat), ino: stat.ino } : { stamp: "none", ino: 0 };
  if (file.stamp === known.stamp) return 0;

  const rest = stat && continues(stat, known) ? await readOn(disk, path, known) : undefined;
  if (rest) return takeAll(database, known, rest, { ...known, ...file });
  const bytes = file.ino === 0 ? undefined : await disk.read(path);
  const whole = { bytes: bytes ?? new Uint8Array(), start: 0 };
  return takeAll(database, known, whole, { ...nothingRead, ...file });
}

/** How many whole lines of the ledger can't be read. */
export function skippedLines(database: Database): number {
  return readProgress(database).skipped;
}

interface Progress {
  /** What the file was; `partly` while there is more to read. */
  readonly stamp: string;
  readonly ino: number;
  /** Where the next line starts. */
  readonly end: number;
  /** Hash of the bytes before `end`, to tell that the file still continues what was read. */
  readonly tail: string;
  readonly skipped: number;
}

/** Bytes of the ledger, and the offset of the first. */
interface Rest {
  readonly bytes: Uint8Array;
  readonly start: number;
}

const nothingRead: Progress = { stamp: "none", ino: 0, end: 0, tail: "", skipped: 0 };
const tailLength = 256;

function readProgress(database: Database): Progress {
  const json = database.get("select value from state where key = 'ledger'")?.value;
  return typeof json === "string" ? readJson<Progress>(json) : nothingRead;
}

/** A file that changed without growing was edited. */
function continues(stat: FileStat, known: Progress): boolean {
  return stat.kind === "file" && stat.ino === known.ino && known.end > 0 && stat.size > known.end;
}

async function readOn(disk: Disk, path: string, known: Progress): Promise<Rest | undefined> {
  const start = Math.max(0, known.end - tailLength);
  const bytes = await disk.readFrom(path, start);
  if (bytes === undefined || start + bytes.length < known.end) return undefined;
  return tailOf({ bytes, start }, known.end) === known.tail ? { bytes, start } : undefined;
}

function tailOf({ bytes, start }: Rest, end: number): string {
  const tail = bytes.subarray(Math.max(0, end - start - tailLength), end - start);
  return textHash(Buffer.from(tail).toString("latin1"));
}

/**
 * Takes the lines that begin after `goal.end`, a part at a time. A part and the progress after it are one transaction. It does
 * nothing when another process moved the progress meanwhile: that one reads the same file.
 */
async function takeAll(database: Database, known: Progress, rest: Rest, goal: Progress): Promise<number> {
  let [before, after, lines] = [known, goal, 0];
  for (;;) {
    const from = after.end - rest.start;
    const part = rest.bytes.subarray(from, endOfPart(rest.bytes, from));
    const read = readLedger(part, after.end);
    const isLast = from + part.length >= rest.bytes.length;
    after = {
      stamp: isLast ? goal.stamp : "partly",
      ino: goal.ino,
      end: read.end,
      tail: tailOf(rest, read.end),
      skipped: after.skipped + read.skipped,
    };
    if (!takePart(database, read.lines, before, after, before === known && goal.end === 0)) return lines;
    lines += read.lines.length;
    if (isLast) return lines;
    before = after;
    await new Promise((done) => setImmediate(done));
  }
}

const partLength = 64 * 1024;

/** After the first line feed that is a part away, or the end. */
function endOfPart(bytes: Uint8Array, from: number): number {
  const feed = bytes.indexOf(0x0a, from + partLength);
  return feed < 0 ? bytes.length : feed + 1;
}

function takePart(
  database: Database,
  lines: ReturnType<typeof readLedger>["lines"],
  before: Progress,
  after: Progress,
  anew: boolean,
): boolean {
  return database.transaction(() => {
    if (JSON.stringify(readProgress(database)) !== JSON.stringify(before)) return false;
    if (anew) database.run("delete from ledger");
    for (const { line, offset } of lines) putLine(database, line, offset);
    database.run("insert or replace into state (key, value) values ('ledger', ?)", JSON.stringify(after));
    return true;
  });
}

function putLine(database: Database, line: LedgerLine, offset: number): void {
  const { candidate_id, record_id = null, fate, by, run_id, candidate } = line;
  const keys = forgottenOf(candidate);
  database.run(
    `insert or replace into ledger (start, candidate_id, record_id, fate, by_person, run_id, summary_key, text_key, round, json)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[offset, candidate_id, record_id, fate, by === "person" ? 1 : 0, run_id],
    ...[keys.summary_key, keys.text_key, roundOf(line), JSON.stringify(line)],
  );
}

/** The round of the candidate that a line settles; 0 for the first. */
export function roundOf({ candidate }: LedgerLine): number {
  return "round" in candidate ? (candidate.round ?? 0) : 0;
}
