import { turnKeys } from "@holdfast/extraction";
import {
  type Agent,
  isHoldfastError,
  type RunEvent,
  type SessionRow,
  type Transcript,
} from "@holdfast/schema";
import { type ProjectSession, projectSessions } from "./extract/choose-sessions.ts";
import { finishReadings } from "./extract/commit-reading.ts";
import { openSession } from "./extract/open-session.ts";
import type { World } from "./world.ts";

export interface SessionsRequest {
  /** Only sessions of this agent. */
  readonly from?: Agent | undefined;
  /** Most that are listed; 20 unless set. */
  readonly limit?: number | undefined;
  /** Told, as warnings, what could not be looked at. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

const usualSessions = 20;

/** What coding agents left of this project, and how much of each was read. One that can't be read is listed as such. */
export async function sessions(
  world: World,
  { from, limit = usualSessions, onEvent }: SessionsRequest = {},
): Promise<SessionRow[]> {
  await finishReadings(world);
  const rows: SessionRow[] = [];
  const told = new Set<string>();
  const warn = (message: string) => {
    if (!told.has(message)) onEvent?.({ kind: "warning", message });
    told.add(message);
  };
  for (const found of await projectSessions(world, { from, most: limit, warn }))
    rows.push(await rowOf(world, found));
  return rows;
}

async function rowOf(world: World, found: ProjectSession): Promise<SessionRow> {
  const { agent, path } = found;
  const transcript = await openSession(world, { kind: "file", path, agent }).catch((error: unknown) => {
    if (isHoldfastError(error)) return error.message;
    throw error;
  });
  const about = { agent, path, changed_at: new Date(found.mtimeMs).toISOString() };
  if (typeof transcript === "string") {
    const nothing = { session_id: "", started_at: null, turns: 0, read: 0 };
    return { ...about, ...nothing, state: "unreadable", warnings: [transcript] };
  }
  const keys = turnKeys(transcript);
  const known = await world.project.turnsRead(keys);
  const read = keys.filter((key) => known.has(key)).length;
  return {
    ...about,
    session_id: transcript.session_id,
    started_at: transcript.started_at ?? null,
    turns: keys.length,
    read,
    state: stateOf(transcript, read),
    warnings: transcript.warnings,
  };
}

function stateOf({ turns }: Transcript, read: number): SessionRow["state"] {
  if (turns.length === 0) return "empty";
  if (read === 0) return "new";
  return read === turns.length ? "consolidated" : "partly";
}
