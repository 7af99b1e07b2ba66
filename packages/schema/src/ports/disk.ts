/** What a path is, without following links. Times in milliseconds. */
export interface FileStat {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly dev: number;
  /** No one but its owner may read or write it. True where a system knows no such permissions. */
  readonly isPrivate: boolean;
}

/** A name in a folder, and what tells whether what it names is what was seen before. */
export interface Surveyed {
  readonly name: string;
  readonly stat: Pick<FileStat, "size" | "mtimeMs" | "ctimeMs" | "ino">;
}

/**
 * What we need of a file system: the single steps between which a process can die, so that a test can die there.
 * Files are 0600, folders 0700. Paths are absolute. A missing path is `undefined`, `false` or an empty list where
 * that is expected; anything else that fails throws a `HoldfastError` with code `disk_full`, `disk_failed` or
 * `store_read_only` and the path in its message. No method follows a link at the last part of a path.
 */
export interface Disk {
  /** The bytes of a file, or undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** The bytes from `offset` on, at most `length` of them when it is given, or undefined when there is no such file. */
  readFrom(path: string, offset: number, length?: number): Promise<Uint8Array | undefined>;
  /** Names in a folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>;
  stat(path: string): Promise<FileStat | undefined>;
  /**
   * Everything in a folder, some at a time and in no order: for folders of very many files, whose stats one by one would cost more
   * than the file system does. Nothing when there is no such folder; what is removed meanwhile may be missing.
   */
  survey(folder: string): AsyncIterable<readonly Surveyed[]>;
  /** Writes a new file; false, with nothing changed, when the path exists. Not yet durable. */
  create(path: string, bytes: Uint8Array): Promise<boolean>;
  /** Appends to a file, creating it. Not yet durable. A failing append may leave a part behind. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Cuts a file off after its first `length` bytes, of which it has at least as many. Not yet durable. */
  truncate(path: string, length: number): Promise<void>;
  /**
   * After it returns, what the file holds survives a power cut (fsync). After it failed, a second call that succeeds says nothing of the
   * bytes that the first was for: systems forget them.
   */
  sync(path: string): Promise<void>;
  /** After it returns, the names in the folder survive a power cut (fsync of the folder). */
  syncFolder(folder: string): Promise<void>;
  /** Gives a file a second name; false, with nothing changed, when `to` exists. Atomic. */
  link(from: string, to: string): Promise<boolean>;
  /** Replaces `to` atomically. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; false when there is none. */
  unlink(path: string): Promise<boolean>;
  /** Creates a folder and its parents. */
  makeFolder(folder: string): Promise<void>;
  /** Takes the permissions on a file or folder from everyone but its owner. Opens nothing. */
  makePrivate(path: string): Promise<void>;
}
