import type { DeadLetterRow, OutlineRow, StagedRow, Status } from "@holdfast/memory";
import type { RecordRow, RunReport } from "@holdfast/schema";
import type { Message, Named, ReadingName } from "./message.ts";

/** What was read of memory; what is undefined was not read yet. */
export interface Facts {
  readonly status: Status | undefined;
  readonly outline: readonly OutlineRow[] | undefined;
  readonly staged: readonly StagedRow[] | undefined;
  readonly deadLetters: readonly DeadLetterRow[] | undefined;
  /** Newest first. */
  readonly runs: readonly RunReport[] | undefined;
  /** The records that are or were on the screen, with their texts; undefined is one that is gone. */
  readonly rows: ReadonlyMap<string, RecordRow | undefined>;
  /** Those of `rows` that may have changed since. */
  readonly stale: ReadonlySet<string>;
  /** What could not be read when it was last tried, and why. */
  readonly unread: ReadonlyMap<ReadingName, string>;
}

export const nothingRead: Facts = {
  status: undefined,
  outline: undefined,
  staged: undefined,
  deadLetters: undefined,
  runs: undefined,
  rows: new Map(),
  stale: new Set(),
  unread: new Map(),
};

/** Of texts, so many are kept: some screens full. */
const mostRows = 400;

/** Where the text of a record is kept: an id may stand in the project's memory and in the person's. */
export function keyOf({ id, scope }: Named): string {
  return `${scope} ${id}`;
}

export function updateFacts(facts: Facts, message: Message): Facts {
  switch (message.kind) {
    case "status":
      return { ...facts, status: message.status, unread: withRead(facts, message.kind) };
    case "outline":
      return { ...facts, outline: message.outline, unread: withRead(facts, message.kind) };
    case "staged":
      return { ...facts, staged: message.staged, unread: withRead(facts, message.kind) };
    case "dead_letters":
      return { ...facts, deadLetters: message.deadLetters, unread: withRead(facts, message.kind) };
    case "runs":
      return { ...facts, runs: message.runs, unread: withRead(facts, message.kind) };
    case "unread":
      return { ...facts, unread: new Map([...facts.unread, [message.what, message.text]]) };
    case "records_changed":
      return { ...facts, stale: new Set(facts.rows.keys()) };
    case "rows": {
      const found = new Map(message.rows.map((row) => [keyOf(row), row]));
      const read = new Map(message.asked.map((one) => [keyOf(one), found.get(keyOf(one))]));
      const kept = [...facts.rows].filter(([key]) => !read.has(key));
      return {
        ...facts,
        rows: new Map([...kept, ...read].slice(-mostRows)),
        stale: new Set([...facts.stale].filter((key) => !read.has(key))),
      };
    }
    default:
      return facts;
  }
}

function withRead({ unread }: Facts, name: ReadingName): Facts["unread"] {
  return unread.has(name) ? new Map([...unread].filter(([one]) => one !== name)) : unread;
}
