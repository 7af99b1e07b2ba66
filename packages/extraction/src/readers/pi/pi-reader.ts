import type { Transcript } from "@holdfast/schema";
import { tally } from "../cut-tally.ts";
import { turnCutter } from "../cut-turn.ts";
import { findByCwd, withoutSlash } from "../find-by-cwd.ts";
import { boundWarnings, readJsonLines } from "../read-json-lines.ts";
import type { SessionReader } from "../session-reader.ts";
import { unreadable } from "../unreadable.ts";
import { findBranch } from "./find-branch.ts";
import { type PiEntry, type PiHeader, readPiEntry, readPiHeader } from "./pi-entry.ts";
import { piSessionFolder } from "./pi-session-folder.ts";

/**
 * Reads sessions of the Pi coding agent (JSONL, version 1 to 3): the turns from the root to the leaf, which is the last entry of the
 * file; entries off that branch are not read.
 */
export const piReader: SessionReader = {
  agent: "pi",
  recognises: (beginning) => headerIn(beginning) != null,
  read,
  find: (search) =>
    findByCwd(search, {
      agent: "pi",
      parent: `${withoutSlash(search.home)}/sessions`,
      mayHold: (name, root) => name.startsWith(piSessionFolder(root).slice(0, -2)),
      isSession: (name) => name.endsWith(".jsonl"),
      cwdOf: (head) => {
        const header = headerIn(head);
        return header && (header.cwd ?? null);
      },
    }),
};

function read(bytes: Uint8Array, origin: string): Transcript {
  const { lines, warnings } = readJsonLines(bytes);
  const cut = turnCutter();
  const entries: PiEntry[] = [];
  let header: PiHeader | undefined;
  for (const { line, value } of lines) {
    if (header === undefined) {
      header = readPiHeader(value);
      if (header === undefined) break;
      continue;
    }
    const entry = readPiEntry(value, line, cut);
    if (entry !== undefined) entries.push(entry);
    else warnings.push(`Line ${line} is no session entry; left out.`);
  }
  if (header === undefined)
    throw unreadable(
      origin,
      "a Pi session: its first line is no session header",
      "a session file of the Pi coding agent (a .jsonl whose first line has type session)",
    );
  return { ...describe(header, origin), ...branchOf(entries, warnings), warnings: boundWarnings(warnings) };
}

/** What Pi says of a session that it has open. */
export interface PiSession {
  readonly id: string;
  readonly cwd?: string | undefined;
  readonly startedAt?: string | undefined;
}

/**
 * The transcript of a branch that Pi hands over, from the root to the leaf, cut as one that is read from a file. What is no entry is passed over.
 */
export function readPiBranch(branch: readonly unknown[], session: PiSession): Transcript {
  const cut = turnCutter();
  const warnings: string[] = [];
  const entries = branch.flatMap((value, index) => readPiEntry(value, index + 1, cut) ?? []);
  const header = { id: session.id, cwd: session.cwd, timestamp: session.startedAt };
  return { ...describe(header, "this session"), ...branchOf(entries, warnings), warnings };
}

function branchOf(entries: readonly PiEntry[], warnings: string[]): Pick<Transcript, "turns" | "left_out"> {
  const leftOut = tally();
  const turns = findBranch(entries, warnings).flatMap(({ id, line, cut }) => {
    leftOut.cut(cut);
    return cut.turn === undefined ? [] : [{ ...cut.turn, id: id ?? `line-${line}` }];
  });
  return { turns, ...leftOut.told() };
}

function describe(header: PiHeader, origin: string): Omit<Transcript, "turns" | "warnings"> {
  return {
    session_id: header.id,
    origin,
    agent: "pi",
    ...(header.cwd === undefined ? {} : { project_root: header.cwd }),
    ...(header.timestamp === undefined ? {} : { started_at: header.timestamp }),
  };
}

/** The header in the beginning of a file: null when its first line is none, undefined when that line is not whole. */
function headerIn(beginning: Uint8Array): PiHeader | null | undefined {
  const end = beginning.indexOf(0x0a);
  const [first] = readJsonLines(end < 0 ? beginning : beginning.subarray(0, end + 1)).lines;
  if (first === undefined) return end < 0 ? undefined : null;
  return readPiHeader(first.value) ?? null;
}
