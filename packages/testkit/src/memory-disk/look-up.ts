import { isAbsolute, normalize, parse, resolve, sep } from "node:path";
import { type ErrorCode, HoldfastError } from "@holdfast/schema";
import type { MemoryFolder, Node, Tree } from "./tree.ts";

/** A place in the tree: what is there, if anything, and the folder that would hold its name. */
export interface Place {
  readonly folder: MemoryFolder | undefined;
  readonly name: string;
  readonly node: Node | undefined;
}

/** As many links as one path may lead through. */
const mostLinks = 40;
/** As many bytes as a file system keeps of one name. */
const longestName = 255;

/** Finds a path. Links on the way are followed, one at its end is not. */
export function lookUp(tree: Tree, path: string, linksLeft = mostLinks): Place {
  const parts = partsOf(path);
  const name = parts.pop() ?? "";
  if (name === "") return { folder: undefined, name, node: tree.root };
  const folder = walk(tree, path, parts, linksLeft);
  return { folder, name, node: folder?.names.get(name) };
}

function walk(tree: Tree, path: string, parts: string[], linksLeft: number): MemoryFolder | undefined {
  let folder = tree.root;
  for (const [i, part] of parts.entries()) {
    const node = folder.names.get(part);
    if (node === undefined) return undefined;
    if (node.kind === "file") throw failed("disk_failed", path, `${part} on the way is a file`);
    if (node.kind === "folder") folder = node;
    else {
      if (linksLeft === 0) throw failed("disk_failed", path, "too many links");
      const here = `${parse(resolve(path)).root}${parts.slice(0, i).join(sep)}`;
      const rest = [resolve(here, node.target), ...parts.slice(i + 1)];
      return walk(tree, path, partsOf(rest.join(sep)), linksLeft - 1);
    }
  }
  return folder;
}

function partsOf(path: string): string[] {
  if (!isAbsolute(path)) throw failed("disk_failed", path, "the path is not absolute");
  if (path.includes("\0")) throw failed("disk_failed", path.replaceAll("\0", "?"), "NUL in the path");
  const plain = normalize(path);
  const parts = plain.slice(parse(plain).root.length).split(sep).filter(Boolean);
  if (parts.some((part) => Buffer.byteLength(part) > longestName))
    throw failed("disk_failed", path, "a name in it is too long");
  return parts;
}

export function failed(code: ErrorCode, path: string, why: string): HoldfastError {
  return new HoldfastError(code, `${path}: ${why}.`, { hint: "This is a disk in memory, for tests." });
}
