import type { SessionReader } from "../session-reader.ts";
import { findGeminiSessions } from "./find-gemini-sessions.ts";
import { geminiHeaderIn } from "./gemini-header.ts";
import { readGeminiSession } from "./read-gemini-session.ts";

/**
 * Reads sessions of Gemini CLI, of both forms it writes: what a person and the agent said, with what was said before a rewind or before
 * the history was summed up. What Gemini CLI itself puts into a person's mouth is left out; sub-agents are not found.
 */
export const geminiReader: SessionReader = {
  agent: "gemini",
  recognises: (beginning) => geminiHeaderIn(beginning) !== undefined,
  read: readGeminiSession,
  find: findGeminiSessions,
};
