import type { Disk, FollowRequest, Scope, WriterNote, WriterPurpose } from "@holdfast/schema";
import type { MemoryIndex } from "./index/memory-index.ts";
import type { WriterLock } from "./lock/take-writer-lock.ts";
import type { StorePaths } from "./store-paths.ts";

/** What a store is made of. */
export interface StoreParts {
  readonly scope: Scope;
  readonly disk: Disk;
  readonly paths: StorePaths;
  readonly index: MemoryIndex;
  /** Takes the writer's place or throws `writer_busy`. */
  readonly takeLock: (purpose: WriterPurpose) => Promise<WriterLock>;
  readonly readNote: () => WriterNote | undefined;
  /** Tells of changes until its signal aborts. */
  readonly follow: (request: FollowRequest) => void;
  /** Whether a process of this machine lives. */
  readonly isAlive: (pid: number) => boolean;
  /** Warnings since they were last taken. */
  readonly warnings: string[];
}
