import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { homedir, hostname, userInfo } from "node:os";
import { join } from "node:path";
import { standaloneRegistry } from "@holdfast/models";
import { HoldfastError, type ModelRegistry, readSettings, type Store } from "@holdfast/schema";
import { type Dirs, findRoot, openFolder, realDisk, resolveDirs as resolveFrom } from "@holdfast/storage";
import { type Memory, memoryOver } from "./memory-over.ts";
import type { AgentHomes } from "./world.ts";

export interface OpenOptions {
  /** The project's memory folder; found from `cwd` unless given. */
  readonly dir?: string | undefined;
  /** The person's memory folder; under the home folder unless given. */
  readonly userDir?: string | undefined;
  /** The folder whose project is meant; the current one unless given. */
  readonly cwd?: string | undefined;
  /** `pi` when Pi is the host: a new store then goes to `.pi/memory`. */
  readonly host?: "pi" | undefined;
  /** The host's models; those that the environment has a key for, unless given. */
  readonly registry?: ModelRegistry | undefined;
  /** The model that the host's session talks to, as `provider/model`. */
  readonly sessionModel?: (() => string | undefined) | undefined;
  /** Where lines for the host's log go. */
  readonly log?: ((message: string) => void) | undefined;
}

/**
 * Opens the memory of a project and of its person. Lazy: looks for the folders, and opens or creates nothing until something is
 * asked for. The environment is read once, here. Throws `store_unreadable` when a memory folder is something else.
 */
export async function openMemory(options: OpenOptions = {}): Promise<Memory> {
  const env = process.env;
  const cwd = options.cwd ?? currentFolder();
  const place = await resolveDirs(cwd, options);
  const { settings, warnings } = readSettings(env);
  const disk = realDisk();
  const process_ = { pid: process.pid, host: hostname(), now: () => new Date() };
  const open = (scope: Store["scope"], dir: string) => openFolder({ scope, dir, ...process_ });
  const project = open("project", place.dir);
  return memoryOver({
    project,
    user: place.dir === place.userDir ? project : open("user", place.userDir),
    disk,
    realPath: (path) => realpath(path).catch(() => path), // what is wrong with it is told when it is read
    projectRoot: place.root,
    rootOf: (folder) => findRoot(folder, homeFolder()),
    workFolders: [place.root, cwd],
    agentHomes: agentHomes(homeFolder(), env),
    registry: options.registry ?? standaloneRegistry({ env }),
    sessionModel: options.sessionModel,
    settings,
    warnings: [...place.warnings, ...warnings],
    now: process_.now,
    elapsedMs: () => performance.now(),
    randomHex: () => randomBytes(6).toString("hex"),
    log: options.log ?? (() => {}),
  });
}

/** Of an empty HOME, which would be the current folder, nobody has meant anything. */
function homeFolder(): string {
  return homedir() || userInfo().homedir;
}

/** Where the agents say they keep their things, else where they do by default. */
function agentHomes(home: string, env: NodeJS.ProcessEnv): AgentHomes {
  return {
    pi: env.PI_CODING_AGENT_DIR || join(home, ".pi", "agent"),
    claude: env.CLAUDE_CONFIG_DIR || join(home, ".claude"),
    codex: env.CODEX_HOME || join(home, ".codex"),
    gemini: join(env.GEMINI_CLI_HOME || home, ".gemini"),
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new HoldfastError("not_found", "The current folder no longer exists.", {
      hint: "Change to a folder that does. Nothing was changed.",
      cause,
    });
  }
}

/**
 * Where the memory of the project around `cwd`, and of its person, lies or would lie. Creates nothing. Throws `store_unreadable` when
 * something else has the name.
 */
export async function resolveDirs(
  cwd: string,
  options: Pick<OpenOptions, "dir" | "userDir" | "host"> = {},
): Promise<Dirs> {
  const { dir, userDir, host } = options;
  return resolveFrom({ cwd, home: homeFolder(), env: process.env, dir, userDir, host });
}
