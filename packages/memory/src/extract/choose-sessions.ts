import { basename } from "node:path";
import { readers } from "@holdfast/extraction";
import { type Agent, HoldfastError, type Transcript } from "@holdfast/schema";
import type { World } from "../world.ts";
import { agentsDisk } from "./agents-disk.ts";
import { openSession } from "./open-session.ts";
import type { SessionSource } from "./session-source.ts";

/** Which sessions are meant: one that is given or named, all that hold something new, or the newest of the project. */
export interface SessionChoice {
  /** A path to a session of a coding agent, or a transcript. */
  readonly transcript?: string | Transcript | undefined;
  /** Only sessions of this agent; for a path, how it is read. */
  readonly from?: Agent | undefined;
  /** The id of a session, or the start of it. */
  readonly session?: string | undefined;
  /** Every session of the project, oldest first. */
  readonly allNew?: boolean | undefined;
}

/** A session file of this project. */
export interface ProjectSession {
  readonly agent: Agent;
  readonly path: string;
  readonly mtimeMs: number;
}

/**
 * The sessions that are meant, in the order in which they are to be read. Throws `no_transcript` when the project has none, `not_found` and
 * `ambiguous_id` for an id, and `invalid_option` when sessions are named in two ways.
 */
export async function chooseSessions(
  world: World,
  choice: SessionChoice,
  warn: (message: string) => void,
): Promise<SessionSource[]> {
  const { transcript, from, session } = choice;
  const ways = [transcript !== undefined, session !== undefined, choice.allNew === true];
  if (ways.filter(Boolean).length > 1) {
    throw new HoldfastError(
      "invalid_option",
      "A transcript, a session's id and all new sessions were asked for at once.",
      {
        hint: "Give one of them. Nothing was changed.",
      },
    );
  }
  if (typeof transcript === "object") return [{ kind: "given", transcript }];
  if (transcript !== undefined)
    return [{ kind: "file", path: await world.realPath(transcript), agent: from }];
  if (session !== undefined) return [await sessionById(world, session, { from, warn })];
  const most = choice.allNew === true ? Number.POSITIVE_INFINITY : 1;
  const found = await projectSessions(world, { from, most, warn });
  if (found.length === 0) throw noSession(world, from);
  return (choice.allNew === true ? found.reverse() : found.slice(0, 1)).map(sourceOf);
}

export interface ProjectSearch {
  /** Of one agent; of every one when it is left out. */
  readonly from: Agent | undefined;
  readonly most: number;
  /** Told what could not be looked at. */
  readonly warn: (message: string) => void;
}

/** The sessions of this project, newest first. What can't be read is told and passed over. */
export async function projectSessions(
  world: World,
  { from, most, warn }: ProjectSearch,
): Promise<ProjectSession[]> {
  const { agentHomes, workFolders } = world;
  const disk = agentsDisk(world, warn);
  const belongs = async (cwd: string) => (await world.rootOf(cwd)) === world.projectRoot;
  const found: ProjectSession[] = [];
  for (const reader of readers.filter(({ agent }) => from === undefined || agent === from)) {
    const home = agentHomes[reader.agent];
    if (home === undefined) continue;
    found.push(...(await reader.find({ disk, home, roots: workFolders, belongs, most })));
  }
  const newest = found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1));
  return Number.isFinite(most) ? newest.slice(0, most) : newest;
}

async function sessionById(
  world: World,
  id: string,
  search: Omit<ProjectSearch, "most">,
): Promise<SessionSource> {
  const sessions = await projectSessions(world, { ...search, most: Number.POSITIVE_INFINITY });
  const begin = id.slice(0, 8);
  const named = sessions.filter(({ path }) => basename(path).includes(begin));
  const meant = [];
  for (const session of named.length > 0 ? named : sessions) {
    const read = await openSession(world, sourceOf(session)).catch(() => undefined); // another session's trouble
    if (read?.session_id.startsWith(id)) meant.push({ session, id: read.session_id });
  }
  const exact = meant.filter((one) => one.id === id);
  const [first, ...others] = exact.length > 0 ? exact.slice(0, 1) : meant;
  if (first === undefined) {
    throw new HoldfastError(
      "not_found",
      `No session of ${world.projectRoot} has an id that begins with ${id}.`,
      {
        hint: "`holdfast sessions` lists them. Nothing was changed.",
      },
    );
  }
  if (others.length > 0) {
    throw new HoldfastError("ambiguous_id", `${meant.length} sessions have an id that begins with ${id}.`, {
      hint: `Give more of it: ${meant
        .slice(0, 3)
        .map((one) => one.id)
        .join(", ")}. Nothing was changed.`,
    });
  }
  return sourceOf(first.session);
}

function sourceOf({ path, agent }: ProjectSession): SessionSource {
  return { kind: "file", path, agent };
}

function noSession({ projectRoot, agentHomes }: World, from: Agent | undefined): HoldfastError {
  const looked = readers.flatMap(({ agent }) =>
    (from === undefined || agent === from) && agentHomes[agent] !== undefined ? [agentHomes[agent]] : [],
  );
  const where = looked.length === 0 ? "" : ` in ${looked.join(", ")}`;
  return new HoldfastError("no_transcript", `No session of ${projectRoot} was found${where}.`, {
    hint: "Give the path of a session: holdfast consolidate FILE. Nothing was changed.",
  });
}
