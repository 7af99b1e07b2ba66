import {
  type Extraction,
  extractByRules,
  findPiSessions,
  readPiSession,
  turnKey,
} from "@holdfast/extraction";
import {
  type Candidate,
  type ExtractionReport,
  HoldfastError,
  type Refused,
  type RunReport,
  readCandidate,
  type Transcript,
} from "@holdfast/schema";
import { orStaysStaged } from "./or-stays-staged.ts";
import { settleAll } from "./reconcile.ts";
import { type RunOptions, startRun } from "./run.ts";
import { stageCandidates } from "./stage.ts";
import type { World } from "./world.ts";

export type ConsolidateRequest = RunOptions & {
  /** A path to a session of a coding agent, or a transcript; the newest session of this project when left out. */
  readonly transcript?: string | Transcript | undefined;
};

/**
 * Extracts candidates from a session, stages them and reconciles. Turns that were read before are not read again. They are remembered
 * only after what they taught is staged, so dying in between repeats the reading and loses nothing. Throws
 * `no_transcript` or `transcript_unreadable`; a busy writer is the status `deferred`.
 */
export async function consolidate(world: World, request: ConsolidateRequest = {}): Promise<RunReport> {
  const run = startRun(world, "consolidate", request);
  const transcript = await openTranscript(world, request.transcript);
  for (const warning of transcript.warnings) run.warn(`${transcript.origin}: ${warning}`);

  const keys = transcript.turns.map(turnKey);
  const read = await world.project.turnsRead(keys);
  const extraction = extractByRules(transcript, { skip: read });
  const { candidates, refused, notes } = candidatesFrom(world, extraction, transcript);
  const stage = await stageCandidates(world, {
    sessionId: transcript.session_id,
    source: "derived",
    found: candidates,
    refused,
    notes,
  });

  const at = world.now().toISOString();
  const unread = extraction.read;
  return orStaysStaged(stage, () =>
    settleAll(world, run, request, {
      first: new Set(stage.staged),
      whenBusy: "defer",
      stage,
      extraction: reportOn(transcript, extraction, {
        read: read.size,
        candidates: candidates.length,
        refused,
      }),
      ...(unread.length > 0 && {
        whileHeld: (writer) =>
          writer.markRead(unread.map((key) => ({ key, session_id: transcript.session_id, at }))),
      }),
    }),
  );
}

/** The session that is meant, read. */
async function openTranscript(world: World, wanted: string | Transcript | undefined): Promise<Transcript> {
  if (typeof wanted === "object") return wanted;
  const path = wanted === undefined ? await newestSession(world) : await world.realPath(wanted);
  if ((await world.disk.stat(path))?.kind === "folder") {
    throw new HoldfastError("no_transcript", `${path} is a folder, not a session.`, {
      hint: "Give one session file of it. Nothing was changed.",
    });
  }
  const bytes = await world.disk.read(path);
  if (bytes === undefined) {
    throw new HoldfastError("no_transcript", `There is no file ${path}.`, {
      hint: "Give the path of a session, or none to take the newest session of this project. Nothing was changed.",
    });
  }
  return readPiSession(bytes, path);
}

async function newestSession(world: World): Promise<string> {
  const [newest] = await findPiSessions(world.disk, world.agentDir, world.workFolders, { most: 1 });
  if (newest !== undefined) return newest.path;
  throw new HoldfastError(
    "no_transcript",
    `No session of ${world.projectRoot} was found in ${world.agentDir}.`,
    {
      hint: "Give the path of a session: holdfast consolidate FILE. Nothing was changed.",
    },
  );
}

function candidatesFrom(world: World, extraction: Extraction, transcript: Transcript) {
  const candidates = new Map<string, Candidate>();
  const refused: Refused[] = [];
  const notes: Refused[] = [];
  for (const [index, found] of extraction.found.entries()) {
    const read = readCandidate(found.category, found.proposal, `found[${index}]`, {
      sessionId: transcript.session_id,
      trust: "derived",
      observedAt: found.observed_at ?? world.now().toISOString(),
    });
    notes.push(...read.notes.filter(({ message }) => message.startsWith("Taken out")));
    if (read.kind === "candidate") candidates.set(read.candidate.candidate_id, read.candidate);
    else refused.push(...read.refused);
  }
  return { candidates: [...candidates.values()], refused, notes };
}

function reportOn(
  transcript: Transcript,
  extraction: Extraction,
  counts: { read: number; candidates: number; refused: readonly Refused[] },
): ExtractionReport {
  return {
    session_id: transcript.session_id,
    transcript: transcript.origin,
    turns: transcript.turns.length,
    already_read: counts.read,
    windows: extraction.windows,
    found: counts.candidates,
    refused: [...counts.refused],
    cut: [...extraction.passed_over],
    tokens: { input: 0, output: 0 },
  };
}
