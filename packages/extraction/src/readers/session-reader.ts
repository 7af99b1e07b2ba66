import type { Agent, Disk, Transcript } from "@holdfast/schema";

/** A session file. Size in bytes. */
export interface SessionFile {
  readonly agent: Agent;
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
}

/** Where one agent keeps its sessions, and whose are wanted. */
export interface SessionSearch {
  readonly disk: Disk;
  /** The agent's own folder: `~/.pi/agent`, `~/.claude`, `~/.codex`, `~/.gemini`. */
  readonly home: string;
  /** Folders of the project; a session counts when it was started in one of them or below. */
  readonly roots: readonly string[];
  /** False for a folder below a root that is another project; all of them count when it is left out. */
  readonly belongs?: (cwd: string) => Promise<boolean>;
  /** Most that are looked for, the newest first. */
  readonly most: number;
}

/**
 * Reads the sessions of one coding agent. Tolerant of what it does not know: a broken line, an unknown entry or a half-written tail
 * costs only itself, and is a warning that names the line. Pure but for `find`, which reads the beginning of files.
 */
export interface SessionReader {
  readonly agent: Agent;
  /** True for a file that begins with these bytes, the first 64 kB or all of it. */
  recognises(beginning: Uint8Array): boolean;
  /**
   * The conversation in a file. Linear in its length, and keeps only what {@link cutTurn} leaves of each entry. Throws
   * `transcript_unreadable` when the file is no session of this agent.
   */
  read(bytes: Uint8Array, origin: string): Transcript;
  /** The sessions of a project, newest first. A file that disappears meanwhile is passed over; disk failures are thrown. */
  find(search: SessionSearch): Promise<SessionFile[]>;
}
