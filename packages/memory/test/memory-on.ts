import { standaloneRegistry } from "@holdfast/models";
import { type Disk, defaultSettings, type Settings, type Store } from "@holdfast/schema";
import { openIndex, openStore, storePaths } from "@holdfast/storage";
import { type Memory, memoryOver } from "../src/index.ts";

/** A clock that moves one second at each look, from the same start in each process. */
export function steadyClock(start = "2030-01-01T00:00:00.000Z"): () => Date {
  let at = Date.parse(start);
  return () => {
    at += 1000;
    return new Date(at);
  };
}

/** The store in `dir` of any disk. Its index lives and dies with the process, as an index that was lost does. */
export function storeOn(disk: Disk, scope: Store["scope"] = "project", dir = "/memory"): Store {
  const warnings: string[] = [];
  const index = openIndex({
    disk,
    dir,
    scope,
    databasePath: ":memory:",
    onWarning: (message) => warnings.push(message),
    exclusively: (work) => work(),
  });
  return openStore({
    scope,
    disk,
    paths: storePaths(dir),
    index,
    takeLock: async () => ({ stillHeld: async () => {}, release: async () => {} }),
    readNote: () => undefined,
    follow: () => {},
    isAlive: () => false,
    warnings,
  });
}

let processes = 0;

/** A process with memory on a disk: the project's store and the person's. */
export function memoryOn(
  disk: Disk,
  over: {
    now?: () => Date;
    /** Unless given, the clock tells it too: so a test's clock is that of its budgets. */
    elapsedMs?: () => number;
    settings?: Partial<Settings>;
    project?: Partial<Store>;
    user?: Partial<Store>;
  } = {},
): Memory {
  const process = (++processes).toString(16).padStart(8, "0");
  const now = over.now ?? steadyClock();
  let dice = 0;
  return memoryOver({
    project: { ...storeOn(disk, "project", "/project/.holdfast"), ...over.project },
    user: { ...storeOn(disk, "user", "/home/.holdfast"), ...over.user },
    disk,
    realPath: async (path) => path,
    projectRoot: "/project",
    rootOf: async () => "/project",
    workFolders: ["/project"],
    agentHomes: { pi: "/home/.pi/agent" },
    registry: standaloneRegistry({ env: {} }),
    settings: { ...defaultSettings, ...over.settings },
    warnings: [],
    now,
    elapsedMs: over.elapsedMs ?? (() => now().getTime()),
    randomHex: () => `${(++dice).toString(16).padStart(4, "0")}${process}`,
    log: () => {},
  });
}
