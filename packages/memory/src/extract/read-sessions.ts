import { collapse, loadDateReader, nothingNewToLearn, tokensToAsk } from "@holdfast/extraction";
import { type ExtractionReport, isHoldfastError, type StageResult, type StopReason } from "@holdfast/schema";
import type { Run } from "../run.ts";
import type { World } from "../world.ts";
import { readBootFiles } from "./boot-files.ts";
import { finishReadings } from "./commit-reading.ts";
import { openSession } from "./open-session.ts";
import { type PlannedSession, planSession } from "./plan-session.ts";
import { readSession } from "./read-session.ts";
import type { Reader, ReadRequest } from "./reader.ts";
import { noteReading } from "./reading-notes.ts";
import type { SessionSource } from "./session-source.ts";

/** What reading came to: what is staged is durable, and what was read is remembered. */
export interface SessionsRead {
  readonly extraction: ExtractionReport;
  readonly stage: StageResult;
  readonly stopped: StopReason | undefined;
}

/**
 * Reads sessions one after the other, and stages what each window taught before the next is asked about. Stops before a window that would
 * break a cap, and when the model fails; what is left is read by the next run. Dying anywhere loses nothing, and no window whose
 * candidates were staged is paid for twice.
 */
export async function readSessions(world: World, run: Run, request: ReadRequest): Promise<SessionsRead> {
  const { extractor, caps } = request;
  await finishReadings(world);
  const { only, windows } = await lookAhead(world, run, request);
  if (windows > 0) await world.project.checkWritable();
  const notes = noteReading(run, { model: extractor.id, model_how: extractor.how, caps });
  const ground = { bootFiles: await readBootFiles(world), readDates: await loadDateReader() };
  const reader: Reader = { world, run, request, notes, ground, repeats: collapse(), read: new Set() };
  let stopped: StopReason | undefined;
  for (const source of request.sources) {
    const session = only ?? (await planOne(world, run, request, source));
    if (session === undefined) continue;
    notes.begin(session);
    for (const key of session.read) reader.read.add(key);
    if (stopped === undefined) stopped = await readSession(reader, session);
    else notes.left(session.plan.windows.length);
  }
  return { extraction: notes.report(stopped), stage: notes.stage(), stopped };
}

/**
 * Tells what reading will take, before anything is asked. One session is planned once; of several, each is planned again when its turn
 * comes, for a fork may hold turns that were read by then, and all of them together may be too much to keep.
 */
async function lookAhead(
  world: World,
  run: Run,
  request: ReadRequest,
): Promise<{ only: PlannedSession | undefined; windows: number }> {
  const { sources, extractor, caps } = request;
  let windows = 0;
  let tokens = 0;
  let only: PlannedSession | undefined;
  for (const source of sources) {
    const session = await planOne(world, run, request, source);
    if (sources.length === 1) only = session;
    if (session === undefined || session.nothing !== undefined || extractor.model === undefined) continue;
    const asked = session.plan.windows.filter((window) => nothingNewToLearn(window) === undefined);
    windows += asked.length;
    tokens += asked.reduce((sum, window) => sum + tokensToAsk(window), 0);
  }
  const { run_id } = run;
  const sessions = sources.length;
  run.tell({ kind: "extraction_started", run_id, model: extractor.id, sessions, windows, tokens, caps });
  return { only, windows };
}

/** Of several sessions, one that can't be read costs only itself. */
async function planOne(
  world: World,
  run: Run,
  request: ReadRequest,
  source: SessionSource,
): Promise<PlannedSession | undefined> {
  try {
    const transcript = await openSession(world, source);
    for (const warning of transcript.warnings) run.warn(`${transcript.origin}: ${warning}`);
    return await planSession(world, transcript, request);
  } catch (error) {
    const isItsOwn =
      isHoldfastError(error, "transcript_unreadable") || isHoldfastError(error, "no_transcript");
    if (!isItsOwn || request.sources.length === 1) throw error;
    run.warn(`${error.message} It is left out.`);
    return undefined;
  }
}
