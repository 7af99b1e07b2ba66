import { HoldfastError, type Transcript, type Turn } from "@holdfast/schema";
import { type JsonLine, readJsonLines } from "../read-json-lines.ts";
import { findBranch } from "./find-branch.ts";
import { type PiHeader, readPiEntry, readPiHeader } from "./pi-entry.ts";
import { turnOf } from "./turn-of.ts";

/**
 * Reads a session of the Pi coding agent (JSONL, version 1 to 3): the turns from the root to the leaf, which is the last
 * entry of the file; entries off that branch are left out. Lines that can't be used are warnings that name the line. What a
 * person marked `<private>` and memory that a host injected are cut out here, before anything looks. Pure, and linear in
 * the length of the text. Throws `transcript_unreadable` when the text is no Pi session.
 */
export function readPiSession(text: string | Uint8Array, origin: string): Transcript {
  const { lines, warnings } = readJsonLines(text);
  const header = readHeader(lines[0], origin);
  const entries = lines.slice(1).flatMap(({ line, value }) => {
    const entry = readPiEntry(value, line);
    if (entry !== undefined) return [entry];
    warnings.push(`Line ${line} is no session entry; left out.`);
    return [];
  });
  const branch = findBranch(entries, warnings);
  const turns = branch.map(turnOf).filter((turn): turn is Turn => turn !== undefined);
  return { ...describe(header, origin), turns, warnings };
}

function readHeader(first: JsonLine | undefined, origin: string): PiHeader {
  const header = readPiHeader(first?.value);
  if (header !== undefined) return header;
  throw new HoldfastError(
    "transcript_unreadable",
    `${origin} is not a Pi session: its first line is no session header.`,
    {
      hint: "Give a session file of the Pi coding agent (a .jsonl whose first line has type session). Nothing was read.",
    },
  );
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
