import { dirname } from "node:path";
import type { Disk, Surveyed } from "@holdfast/schema";
import { failed, lookUp, type Place } from "./memory-disk/look-up.ts";
import { afterKill, afterPowerCut, type Survivors } from "./memory-disk/survive.ts";
import {
  emptyTree,
  type MemoryFile,
  type MemoryFolder,
  type Node,
  newFile,
  newFolder,
  newLink,
  setBytes,
  setName,
  type Tree,
} from "./memory-disk/tree.ts";

/**
 * A disk in memory that knows what is durable: bytes by `sync`, names by `syncFolder`. Its clock ticks once a change, so
 * that two runs of one scenario give the same disk.
 */
export interface MemoryDisk extends Disk {
  /** Puts a symbolic link at `path`: the port can't make one, but a store can meet one. */
  symlink(target: string, path: string): Promise<void>;
  /** A new disk, as this one would be found after the power was cut now. This one goes on as it is. */
  afterPowerCut(survivors?: Survivors): MemoryDisk;
  /** A new disk, as this one would be found after kill -9 now: what was done stays. */
  afterKill(): MemoryDisk;
  /** The text of every file by its path, for comparing whole disks. */
  files(): { [path: string]: string };
}

/** An empty disk: only the root folder is there. */
export function memoryDisk(): MemoryDisk {
  return diskOver(emptyTree());
}

function diskOver(tree: Tree): MemoryDisk {
  return {
    read: async (path) => fileAt(tree, path)?.bytes.slice(),
    readFrom: async (path, offset, length = Number.POSITIVE_INFINITY) =>
      fileAt(tree, path)?.bytes.slice(offset, offset + length),
    list: async (path) => [...(folderAt(tree, path)?.names.keys() ?? [])].sort(),
    stat: async (path) => {
      const { node } = lookUp(tree, path);
      if (node === undefined) return undefined;
      return { ...marksOf(node), kind: node.kind, dev: 1, isPrivate: true };
    },
    survey: async function* (path) {
      const names = folderAt(tree, path)?.names ?? new Map<string, Node>();
      yield [...names].map(([name, node]) => ({ name, stat: marksOf(node) }));
    },
    create: async (path, bytes) => {
      const { folder, name, node } = changeable(tree, path);
      if (node !== undefined) return false;
      setName(tree, folder, name, newFile(tree, bytes.slice()));
      return true;
    },
    append: async (path, bytes) => {
      const { folder, name } = changeable(tree, path);
      const file = fileAt(tree, path);
      if (file) setBytes(tree, file, joined(file.bytes, bytes));
      else setName(tree, folder, name, newFile(tree, bytes.slice()));
    },
    truncate: async (path, length) => {
      const file = fileAt(tree, path) ?? missing(path);
      setBytes(tree, file, file.bytes.slice(0, length));
      file.synced = Math.min(file.synced, length);
    },
    sync: async (path) => {
      const file = fileAt(tree, path) ?? missing(path);
      file.synced = file.bytes.length;
    },
    syncFolder: async (path) => {
      const folder = folderAt(tree, path) ?? missing(path);
      folder.durableNames = new Map(folder.names);
    },
    link: async (from, to) => {
      const { node } = lookUp(tree, from);
      if (node === undefined) return missing(from);
      const target = changeable(tree, to);
      if (target.node !== undefined) return false;
      if (node.kind === "folder") throw failed("disk_failed", from, "a folder has one name");
      setName(tree, target.folder, target.name, node);
      return true;
    },
    rename: async (from, to) => rename(tree, from, to),
    unlink: async (path) => {
      const { folder, name, node } = lookUp(tree, path);
      if (node === undefined || folder === undefined) return false;
      if (node.kind === "folder") throw failed("disk_failed", path, "it is a folder");
      setName(tree, folder, name, undefined);
      return true;
    },
    makeFolder: async (path) => makeFolder(tree, path),
    makePrivate: async (path) => {
      if (lookUp(tree, path).node === undefined) missing(path); // all of it is private
    },
    symlink: async (target, path) => {
      const { folder, name, node } = changeable(tree, path);
      if (node !== undefined) throw failed("disk_failed", path, "it exists");
      setName(tree, folder, name, newLink(tree, target));
    },
    afterPowerCut: (survivors = {}) => diskOver(afterPowerCut(tree, survivors)),
    afterKill: () => diskOver(afterKill(tree)),
    files: () => Object.fromEntries(textsIn(tree.root, "")),
  };
}

function fileAt(tree: Tree, path: string): MemoryFile | undefined {
  const { node } = lookUp(tree, path);
  if (node === undefined || node.kind === "file") return node;
  throw failed("disk_failed", path, `it is a ${node.kind}`);
}

function folderAt(tree: Tree, path: string): MemoryFolder | undefined {
  const { node } = lookUp(tree, path);
  if (node === undefined || node.kind === "folder") return node;
  throw failed("disk_failed", path, `it is a ${node.kind}`);
}

function changeable(tree: Tree, path: string): Place & { folder: MemoryFolder } {
  const place = lookUp(tree, path);
  if (place.name === "") throw failed("disk_failed", path, "it is the root folder");
  return { ...place, folder: place.folder ?? missing(dirname(path)) };
}

function missing(path: string): never {
  throw failed("disk_failed", path, "there is no such file or folder");
}

function rename(tree: Tree, from: string, to: string): void {
  const source = changeable(tree, from);
  const target = changeable(tree, to);
  const moved = source.node ?? missing(from);
  if (moved === target.node) return; // two names of one file: nothing happens, and both stay
  if (moved.kind === "folder" && isInside(moved, target.folder))
    throw failed("disk_failed", to, "a folder can't move into itself");
  if (target.node !== undefined && !canReplace(moved, target.node))
    throw failed("disk_failed", to, "only a file replaces a file, and a folder an empty folder");
  setName(tree, target.folder, target.name, moved);
  setName(tree, source.folder, source.name, undefined);
}

function canReplace(moved: Node, target: Node): boolean {
  if (target.kind === "folder") return moved.kind === "folder" && target.names.size === 0;
  return moved.kind !== "folder";
}

function isInside(folder: MemoryFolder, inner: MemoryFolder): boolean {
  if (folder === inner) return true;
  return [...folder.names.values()].some((node) => node.kind === "folder" && isInside(node, inner));
}

function makeFolder(tree: Tree, path: string): void {
  const { folder, name, node } = lookUp(tree, path);
  if (node?.kind === "folder") return;
  if (node !== undefined) throw failed("disk_failed", path, `it is a ${node.kind}`);
  if (folder === undefined) {
    makeFolder(tree, dirname(path));
    makeFolder(tree, path);
  } else setName(tree, folder, name, newFolder(tree));
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

function marksOf(node: Node): Surveyed["stat"] {
  const { mtimeMs, ctimeMs, ino } = node;
  return { size: sizeOf(node), mtimeMs, ctimeMs, ino };
}

function sizeOf(node: Node): number {
  if (node.kind === "file") return node.bytes.length;
  return node.kind === "folder" ? 4096 : Buffer.byteLength(node.target);
}

function* textsIn(folder: MemoryFolder, path: string): Generator<[string, string]> {
  for (const [name, node] of folder.names) {
    if (node.kind === "folder") yield* textsIn(node, `${path}/${name}`);
    if (node.kind === "file") yield [`${path}/${name}`, new TextDecoder().decode(node.bytes)];
  }
}
