import { join } from "node:path";
import { isHoldfastError } from "@holdfast/schema";
import { isTempName } from "../disk/durable.ts";
import { earlierFinding, isEarlierName } from "../earlier-system.ts";
import { isRecordName } from "../index/read-file.ts";
import { inspectLock, setAsideForeignLock } from "../lock/lock-file.ts";
import { checkInside, storeNames } from "../place/check-inside.ts";
import type { StoreParts } from "../store-parts.ts";
import { deadTemps } from "../sweep-temps.ts";
import type { Found, Look } from "./repair.ts";

/** What can be told of files by their names and permissions, without reading them. */
export const lookAtNames: readonly Look[] = [links, lock, temps, permissions, strays];

async function links({ disk, paths }: StoreParts): Promise<Found[]> {
  try {
    await checkInside(disk, paths.dir);
    return [];
  } catch (error) {
    if (!isHoldfastError(error, "store_unreadable")) throw error;
    return [{ finding: { code: "link_inside", path: paths.dir, message: error.message, fix: error.hint } }];
  }
}

async function lock({ paths }: StoreParts): Promise<Found[]> {
  const state = inspectLock(paths.lock);
  if (state.kind !== "foreign") return [];
  const finding = {
    code: "foreign_lock",
    path: paths.lock,
    message: state.message.endsWith(".") ? state.message : `${state.message}.`,
    fix: "`holdfast doctor --fix` sets it aside; nothing can be written until then.",
  } as const;
  const repair = async () => {
    const aside = setAsideForeignLock(paths.lock);
    return aside && `Set aside as ${aside}.`;
  };
  return [{ finding, repair }];
}

async function temps(parts: StoreParts): Promise<Found[]> {
  return (await deadTemps(parts)).map((path) => ({
    finding: {
      code: "temporary_file",
      path,
      message: "A process died while it wrote this file. It holds nothing that was acknowledged.",
      fix: "`holdfast doctor --fix` removes it.",
    },
    repair: async () => ((await parts.disk.unlink(path)) ? "Removed." : undefined),
  }));
}

/** What others on the machine can read. What is not ours is none of our business. */
async function permissions({ disk, paths }: StoreParts): Promise<Found[]> {
  const found: Found[] = [];
  for (const path of [paths.dir, ...(await ourPaths({ disk, paths }))]) {
    if ((await disk.stat(path))?.isPrivate !== false) continue;
    found.push({
      finding: {
        code: "too_open",
        path,
        message: "Others on this machine may read or change it.",
        fix: "`holdfast doctor --fix` takes their permissions away.",
      },
      repair: async () => {
        await disk.makePrivate(path);
        return "Only its owner may read and change it now.";
      },
    });
  }
  return found;
}

async function ourPaths({ disk, paths }: Pick<StoreParts, "disk" | "paths">): Promise<string[]> {
  const top = (await disk.list(paths.dir))
    .filter((name) => isOurs(name) && !isAsideName(name))
    .map((name) => join(paths.dir, name))
    .filter((path) => path !== paths.lock || inspectLock(path).kind === "usable");
  const folders = [...paths.records, paths.staging, paths.deadLetters];
  const inside = await Promise.all(
    folders.map(async (folder) =>
      (await disk.stat(folder))?.kind === "folder"
        ? (await disk.list(folder)).map((name) => join(folder, name))
        : [],
    ),
  );
  return [...top, ...inside.flat()];
}

/** What stands beside records and is none: it is not read. */
async function strays({ disk, paths }: StoreParts): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of await disk.list(paths.dir)) {
    const path = join(paths.dir, name);
    if (isOurs(name)) continue;
    if (isEarlierName(name)) found.push({ finding: earlierFinding(path) });
    else if (isConflictCopy(name)) found.push(conflictCopy(path, "It is not read."));
    else {
      const message = "It is none of ours: nothing in it is read.";
      const fix =
        "A memory goes into lessons/, preferences/, decisions/ or domain/, as a file that ends in .md.";
      found.push({ finding: { code: "stray_file", path, message, fix } });
    }
  }
  for (const folder of paths.records) {
    for (const name of await disk.list(folder)) {
      const path = join(folder, name);
      if (isConflictCopy(name)) found.push(conflictCopy(path, "It counts only if the other file goes."));
      if (name.startsWith(".") || isRecordName(name) || isConflictCopy(name)) continue;
      const message = "It is no record: records are files that end in .md, right in this folder.";
      found.push({ finding: { code: "stray_file", path, message, fix: "Rename it, or move it elsewhere." } });
    }
  }
  return found;
}

function conflictCopy(path: string, effect: string): Found {
  const message = `A program that syncs folders made it: two machines changed one file. ${effect}`;
  const fix = "Compare both, keep one, and move the other elsewhere.";
  return { finding: { code: "conflict_copy", path, message, fix } };
}

/** How Dropbox, Nextcloud, OneDrive and Syncthing name the copy of a file that was changed in two places. */
function isConflictCopy(name: string): boolean {
  return /\((?:[^()]*'s )?conflict(?:ed)? copy[^()]*\)|\.sync-conflict-\d{8}-\d{6}/i.test(name);
}

function isOurs(name: string): boolean {
  return storeNames.some((one) => one === name) || isTempName(name) || isAsideName(name);
}

/** What had the name of the lock, and was set aside: it is not ours. */
function isAsideName(name: string): boolean {
  return name.startsWith("canonical-writer.lock.set-aside-");
}
