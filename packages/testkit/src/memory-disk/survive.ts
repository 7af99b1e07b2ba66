import type { MemoryFile, MemoryFolder, Node, Tree } from "./tree.ts";

/** What a power cut leaves of what was not synced. Real disks may do any of it. */
export interface Survivors {
  /** Bytes written since the last `sync`: lost, or the first half of them found. */
  readonly bytes?: "lost" | "half";
  /** Names changed since the last `syncFolder`: as they were then, or as they are now. */
  readonly names?: "lost" | "kept";
}

/** The tree as found after the process was killed: everything done stays, and what was not durable still is not. */
export function afterKill(tree: Tree): Tree {
  return copyOf(tree, {
    names: (folder) => folder.names,
    durableNames: (folder) => folder.durableNames,
    file: (file) => ({ ...file }),
  });
}

/** The tree as found after the power was cut. What is left is durable. */
export function afterPowerCut(tree: Tree, { bytes = "lost", names = "lost" }: Survivors): Tree {
  const kept = (folder: MemoryFolder) => (names === "kept" ? folder.names : folder.durableNames);
  return copyOf(tree, {
    names: kept,
    durableNames: kept,
    file: (file) => {
      const unsynced = file.bytes.length - file.synced;
      const left = file.synced + (bytes === "half" ? Math.floor(unsynced / 2) : 0);
      return { ...file, bytes: file.bytes.slice(0, left), synced: left };
    },
  });
}

interface Rules {
  names(folder: MemoryFolder): Map<string, Node>;
  durableNames(folder: MemoryFolder): Map<string, Node>;
  file(file: MemoryFile): MemoryFile;
}

/** Copies a tree by `rules`; names of one file stay names of one file. */
function copyOf(tree: Tree, rules: Rules): Tree {
  const copies = new Map<Node, Node>();
  const copyNames = (names: Map<string, Node>) =>
    new Map([...names].map(([name, node]) => [name, copy(node)]));
  function copy(node: Node): Node {
    const known = copies.get(node);
    if (known) return known;
    if (node.kind === "folder") return copyFolder(node);
    const made = node.kind === "file" ? rules.file(node) : { ...node };
    copies.set(node, made);
    return made;
  }
  function copyFolder(folder: MemoryFolder): MemoryFolder {
    const made: MemoryFolder = { ...folder, names: new Map(), durableNames: new Map() };
    copies.set(folder, made);
    for (const [name, node] of copyNames(rules.names(folder))) made.names.set(name, node);
    made.durableNames = copyNames(rules.durableNames(folder));
    return made;
  }
  return { ...tree, root: copyFolder(tree.root) };
}
