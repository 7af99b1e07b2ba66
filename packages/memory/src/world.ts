import type { Agent, Disk, ModelRegistry, Scope, Settings, Store } from "@holdfast/schema";

/** Where each agent keeps what is its own; one that is left out has no sessions here. */
export type AgentHomes = { readonly [agent in Agent]?: string };

/** Everything that memory is told from outside. Only `open-memory.ts` looks at the machine. */
export interface World {
  /** The project's store; `user` is the person's. Both may be the same one. */
  readonly project: Store;
  readonly user: Store;
  /** For reading transcripts. */
  readonly disk: Disk;
  /** The path that a link leads to; a path that names nothing is returned as it is. */
  readonly realPath: (path: string) => Promise<string>;
  readonly projectRoot: string;
  /** The project that a folder belongs to, by its root. */
  readonly rootOf: (folder: string) => Promise<string>;
  /** Folders that sessions of this project may have been started in. */
  readonly workFolders: readonly string[];
  /** The folders in which coding agents keep their sessions, each agent's own. */
  readonly agentHomes: AgentHomes;
  /** Which models there are, and which may be asked. */
  readonly registry: ModelRegistry;
  /** The model that the host's session talks to now. */
  readonly sessionModel?: (() => string | undefined) | undefined;
  readonly settings: Settings;
  /** What was wrong with the settings and the folders. */
  readonly warnings: readonly string[];
  readonly now: () => Date;
  /** Milliseconds since some moment. They only go forward, whatever is done to the clock: what takes how long is measured by them. */
  readonly elapsedMs: () => number;
  /** Six or more hex characters, new each time. */
  readonly randomHex: () => string;
  readonly log: (message: string) => void;
}

/** The stores of a world, each once; of one scope when it is given. */
export function storesOf(world: World, scope?: Scope): readonly Store[] {
  if (world.project === world.user) return [world.project];
  const both = [world.project, world.user];
  return scope === undefined ? both : both.filter((store) => store.scope === scope);
}

export function storeOf(world: World, scope: Scope): Store {
  return scope === "user" ? world.user : world.project;
}

/** Warnings of the stores since they were last taken. */
export function takeWarnings(world: World): string[] {
  return storesOf(world).flatMap((store) => store.takeWarnings());
}
