/** What a path can be. A file has as many names as point to it; `synced` bytes of it would survive a power cut. */
export type Node = MemoryFile | MemoryFolder | MemoryLink;

interface Inode {
  readonly ino: number;
  mtimeMs: number;
  ctimeMs: number;
}

export interface MemoryFile extends Inode {
  readonly kind: "file";
  /** Never changed in place, so that copies of a tree may share it. */
  bytes: Uint8Array;
  synced: number;
}

export interface MemoryFolder extends Inode {
  readonly kind: "folder";
  readonly names: Map<string, Node>;
  /** The names as a power cut would leave them. */
  durableNames: Map<string, Node>;
}

export interface MemoryLink extends Inode {
  readonly kind: "link";
  readonly target: string;
}

/** A whole file system, with a clock that ticks once a change and never by itself. */
export interface Tree {
  readonly root: MemoryFolder;
  now: number;
  lastIno: number;
}

export function emptyTree(): Tree {
  const tree = { now: Date.UTC(2030, 0, 1), lastIno: 1 };
  return { ...tree, root: { kind: "folder", ino: 1, ...times(tree.now), ...noNames() } };
}

export function newFile(tree: Tree, bytes: Uint8Array): MemoryFile {
  return { kind: "file", ...newInode(tree), bytes, synced: 0 };
}

export function newFolder(tree: Tree): MemoryFolder {
  return { kind: "folder", ...newInode(tree), ...noNames() };
}

export function newLink(tree: Tree, target: string): MemoryLink {
  return { kind: "link", ...newInode(tree), target };
}

/** Puts a name into a folder, or takes it out when `node` is undefined. Not durable until the folder is synced. */
export function setName(tree: Tree, folder: MemoryFolder, name: string, node: Node | undefined): void {
  const before = folder.names.get(name);
  if (node === undefined) folder.names.delete(name);
  else folder.names.set(name, node);
  Object.assign(folder, times(++tree.now));
  for (const touched of [before, node]) if (touched) touched.ctimeMs = tree.now;
}

/** Changes what a file holds. */
export function setBytes(tree: Tree, file: MemoryFile, bytes: Uint8Array): void {
  file.bytes = bytes;
  Object.assign(file, times(++tree.now));
}

function newInode(tree: Tree): Inode {
  return { ino: ++tree.lastIno, ...times(++tree.now) };
}

function times(now: number): { mtimeMs: number; ctimeMs: number } {
  return { mtimeMs: now, ctimeMs: now };
}

function noNames(): Pick<MemoryFolder, "names" | "durableNames"> {
  return { names: new Map(), durableNames: new Map() };
}
