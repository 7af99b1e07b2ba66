import { join } from "node:path";
import { type Disk, groups, HoldfastError } from "@holdfast/schema";

/** Every name that a store of ours has at its top. */
export const storeNames = [
  ...groups,
  "ledger.jsonl",
  "staging",
  "deadletter",
  "consolidated.jsonl",
  "runs.jsonl",
  "canonical-writer.lock",
  "canonical-writer.json",
  "index.db",
  "index.db-journal",
  "index.db-wal",
  "index.db-shm",
  ".gitignore",
] as const;

/**
 * Refuses a store in which a name of ours is a link, a pipe or a device: it would lead what we write out of the store. Throws
 * `store_unreadable` with the path. A store that does not exist yet passes.
 */
export async function checkInside(disk: Disk, dir: string): Promise<void> {
  for (const name of storeNames) {
    const path = join(dir, name);
    const kind = (await disk.stat(path))?.kind;
    if (kind === "link" || kind === "other") refuse(path, kind);
  }
}

function refuse(path: string, kind: "link" | "other"): never {
  const what = kind === "link" ? "a link" : "neither a file nor a folder";
  throw new HoldfastError(
    "store_unreadable",
    `${path} is ${what}. Nothing inside a store may lead out of it.`,
    {
      hint: "Put the real file or folder there. The store's folder itself may be a link. Nothing was changed.",
    },
  );
}
