import type { Agent, Transcript } from "@holdfast/schema";
import { readers } from "./all-readers.ts";
import { unreadable } from "./unreadable.ts";

/**
 * Reads a session file with the reader of `agent`, or else with the first that recognises its beginning. Throws
 * `transcript_unreadable`, with the formats that are known, when there is none.
 */
export function readSession(bytes: Uint8Array, origin: string, agent?: Agent): Transcript {
  const beginning = bytes.subarray(0, 65_536);
  const reader = readers.find((one) =>
    agent === undefined ? one.recognises(beginning) : one.agent === agent,
  );
  if (reader !== undefined) return reader.read(bytes, origin);
  throw unreadable(
    origin,
    "a session of a coding agent that is known",
    'a session file of Pi, Claude Code, Codex or Gemini CLI, or lines of {"role": "user", "text": "..."}',
  );
}
