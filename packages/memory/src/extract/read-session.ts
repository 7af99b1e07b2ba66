import {
  checkHeard,
  extractByRules,
  type Found,
  halveWindow,
  nothingNewToLearn,
  tokensToAsk,
  type Window,
} from "@holdfast/extraction";
import type { StopReason, StructuredModel, Turn } from "@holdfast/schema";
import { askWindow, type WindowAnswer } from "./ask-window.ts";
import { commitReading } from "./commit-reading.ts";
import type { PlannedSession } from "./plan-session.ts";
import type { Reader } from "./reader.ts";

/** Reads what is new of one session, and says why it stopped, if it did. What was read is durable when it returns. */
export async function readSession(reader: Reader, session: PlannedSession): Promise<StopReason | undefined> {
  const { model } = reader.request.extractor;
  if (session.plan.windows.length === 0) return undefined;
  if (model === undefined) return readByRules(reader, session);
  if (session.nothing === undefined) return readByModel(reader, session, model);
  const keys = session.plan.windows.flatMap((window) => window.keys);
  await take(reader, session, { keys }, []);
  return undefined;
}

/** Failures that may be due to what was asked, so that asking about less can help. */
const tooMuch: ReadonlySet<string> = new Set(["timeout", "truncated", "refused"]);
/** Of these, an answer that was no verdict: the model is well, and this one turn is what it can't answer about. */
const answered: ReadonlySet<string> = new Set(["truncated", "refused"]);
/** Failures that asking again does not mend. */
const final: ReadonlySet<string> = new Set(["auth", "quota"]);
/** So many failures in a row end the reading. */
const mostFailuresInARow = 2;
/** With less time than this, in milliseconds, a model is not asked: the call would be paid for and cut off. */
const leastCallMs = 2_000;

/**
 * Window by window. One that is too much is halved, down to a single turn; a single turn that the model can't answer about is read by the rules, so
 * that it is not paid for again and again: at once where the model said so, after its next answer where it only took too long. Whatever
 * else fails is tried once more, then reading stops: the windows that are left are read by the next run.
 */
async function readByModel(
  reader: Reader,
  session: PlannedSession,
  model: StructuredModel,
): Promise<StopReason | undefined> {
  const { run, notes } = reader;
  const queue = [...session.plan.windows];
  const unanswered: Window[] = [];
  const skipped: string[] = [];
  let failures = 0;
  const end = async (reason: StopReason | undefined) => {
    if (skipped.length > 0 && reason !== "stale_generation")
      await take(reader, session, { keys: skipped }, []);
    notes.left(queue.length + unanswered.length);
    return reason;
  };
  for (let window = queue[0]; window !== undefined; window = queue[0]) {
    if (nothingNewToLearn(window) !== undefined || (await wasReadMeanwhile(reader, window))) {
      queue.shift();
      skipped.push(...window.keys);
      notes.skipped();
      continue;
    }
    const mustStop = stopBefore(reader, window);
    if (mustStop !== undefined) return end(mustStop);
    const isRushed = run.leftMs() < reader.world.settings.extractionTimeoutMs;
    const answer = await ask(reader, model, window);
    if (run.stopReason() === "stale_generation") return end("stale_generation");
    if (answer.kind === "read") {
      failures = 0;
      queue.shift();
      if (await wasReadMeanwhile(reader, window)) notes.skipped();
      else await takeAnswer(reader, session, window, answer);
      for (const one of unanswered.splice(0)) await readAloneByRules(reader, session, one);
      continue;
    }
    if (answer.failure === "aborted") return end("aborted");
    if (answer.failure === "timeout" && isRushed) return end("budget");
    const halves = tooMuch.has(answer.failure) ? halveWindow(window) : undefined;
    if (halves !== undefined) {
      queue.splice(0, 1, ...halves);
      notes.added(1);
      continue;
    }
    if (answered.has(answer.failure)) {
      queue.shift();
      await readAloneByRules(reader, session, window);
      continue;
    }
    run.warn(
      `A window of session ${session.transcript.session_id} could not be read (${answer.failure}): ${answer.message}`,
    );
    if (tooMuch.has(answer.failure)) unanswered.push(queue.shift()!);
    if (++failures >= mostFailuresInARow || final.has(answer.failure)) return end("model_failed");
  }
  return end(unanswered.length > 0 ? "model_failed" : undefined);
}

/** Another process may be reading the same session: what it has read by now is neither asked about nor staged again. */
async function wasReadMeanwhile({ world, request }: Reader, { keys }: Window): Promise<boolean> {
  if (request.again) return false;
  return (await world.project.turnsRead(keys)).size === new Set(keys).size;
}

/** Why a window must not be asked about. */
function stopBefore({ run, notes, request }: Reader, window: Window): StopReason | undefined {
  const stop = run.stopReason();
  if (stop !== undefined) return stop;
  if (run.leftMs() < leastCallMs) return "budget";
  if (notes.asked() >= request.caps.windows) return "window_cap";
  const needed = tokensToAsk(window) + notes.longestAnswer();
  if (needed <= run.leftTokens()) return undefined;
  if (notes.asked() === 0)
    run.warn(`One window takes about ${needed} tokens, and ${run.leftTokens()} are allowed.`);
  return "token_cap";
}

async function ask(
  { world, run, request, ground }: Reader,
  model: StructuredModel,
  window: Window,
): Promise<WindowAnswer> {
  const { signal } = request;
  const timeoutMs = world.settings.extractionTimeoutMs;
  return askWindow({ run, model, timeoutMs, signal, ground }, window);
}

async function takeAnswer(
  reader: Reader,
  session: PlannedSession,
  window: Window,
  { found, refused, passedOver }: WindowAnswer & { kind: "read" },
): Promise<void> {
  const { notes, repeats } = reader;
  notes.refuse(refused);
  notes.passOver(passedOver);
  const fresh = found.filter((one) => !repeats.isRepeated(one));
  const again = found.filter((one) => !fresh.includes(one));
  notes.passOver(
    again.map(({ proposal }) => ({
      path: `turn ${proposal.source_evidence.entry_id}`,
      message: `It says the same as one before it: ${JSON.stringify(proposal.summary)}.`,
    })),
  );
  notes.read();
  await take(reader, session, window, fresh);
}

/** Stages what a window taught and remembers it as read, with the turns of which it was the last part. */
async function take(
  { world, run, notes, read }: Reader,
  { transcript, plan }: PlannedSession,
  window: Pick<Window, "keys">,
  found: readonly Found[],
): Promise<void> {
  for (const key of window.keys) read.add(key);
  const finished = plan.parted.filter(({ parts }) => {
    return parts.some((part) => window.keys.includes(part)) && parts.every((part) => read.has(part));
  });
  const keys = [...window.keys, ...finished.map(({ key }) => key)];
  notes.committed(await commitReading(world, { sessionId: transcript.session_id, found, keys }));
  const { session_id } = transcript;
  const { windows_read, windows_skipped, windows, found: foundSoFar } = notes.session();
  run.tell({
    kind: "window_read",
    run_id: run.run_id,
    session_id,
    read: windows_read + windows_skipped,
    windows,
    found: foundSoFar,
  });
}

async function readByRules(reader: Reader, session: PlannedSession): Promise<undefined> {
  const { transcript, keys, read } = session;
  const heard = extractByRules(transcript, { skip: read, keys });
  const { found, passedOver } = checkHeard(heard.found, reader.ground);
  reader.notes.passOver([...heard.passed_over, ...passedOver]);
  if (heard.windows > 0) reader.notes.read();
  await take(reader, session, { keys: heard.read }, found);
}

/** Only rules read what the model can't answer about; it counts as read all the same. */
async function readAloneByRules(reader: Reader, session: PlannedSession, window: Window): Promise<void> {
  const { transcript, keys } = session;
  const meant = new Set(freshTurns(window));
  const skip = new Set(keys.filter((_, index) => !meant.has(transcript.turns[index]!)));
  const heard = extractByRules(transcript, { skip, keys });
  const { found, passedOver } = checkHeard(heard.found, reader.ground);
  const turn = window.passages.find(({ isNew }) => isNew)?.turn.id ?? "";
  reader.notes.passOver([
    { path: `turn ${turn}`, message: "The model could not read it; only the rules have." },
    ...heard.passed_over,
    ...passedOver,
  ]);
  await take(reader, session, window, found);
}

function freshTurns({ passages }: Window): Turn[] {
  return passages.filter(({ isNew }) => isNew).map(({ turn }) => turn);
}
