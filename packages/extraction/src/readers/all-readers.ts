import { claudeReader } from "./claude/claude-reader.ts";
import { codexReader } from "./codex/codex-reader.ts";
import { geminiReader } from "./gemini/gemini-reader.ts";
import { piReader } from "./pi/pi-reader.ts";
import { plainReader } from "./plain/plain-reader.ts";
import type { SessionReader } from "./session-reader.ts";

/** A reader for every coding agent whose sessions are known; `plain`, which takes almost anything, comes last. */
export const readers: readonly SessionReader[] = [
  piReader,
  claudeReader,
  codexReader,
  geminiReader,
  plainReader,
];
