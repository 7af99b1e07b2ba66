import type {
  ExtractionCaps,
  ExtractionReport,
  Refused,
  SessionRead,
  StageResult,
  StopReason,
} from "@holdfast/schema";
import type { Run } from "../run.ts";
import type { Committed } from "./commit-reading.ts";
import type { PlannedSession } from "./plan-session.ts";

/** What reading sessions has come to so far, for the report. */
export interface ReadingNotes {
  /** Begins a session; what is noted from then on is its. */
  begin(session: PlannedSession): void;
  /** One window of the present session was read. */
  read(): void;
  /** One needed no model. */
  skipped(): void;
  /** Halving made so many more. */
  added(windows: number): void;
  /** So many wait for the next run. */
  left(windows: number): void;
  /** The present session. */
  session(): SessionRead;
  refuse(refused: readonly Refused[]): void;
  passOver(passedOver: readonly Refused[]): void;
  committed(what: Committed): void;
  /** Windows that a model was asked about in this run. */
  asked(): number;
  /** Tokens of the longest answer so far; before the first, what an answer may well take. */
  longestAnswer(): number;
  /** What was staged. */
  stage(): StageResult;
  report(stopped: StopReason | undefined): ExtractionReport;
}

/** Tokens that an answer may well take. */
const usualAnswer = 1_000;

/** Starts to note what reading comes to. `run` has counted no model call yet. */
export function noteReading(
  run: Run,
  { model, model_how, caps }: { model: string; model_how: string; caps: ExtractionCaps },
): ReadingNotes {
  const sessions: SessionRead[] = [];
  const refused: Refused[] = [];
  const cut: Refused[] = [];
  const stage: StageResult = { staged: [], already: [], refused: [], notes: [] };
  const before = run.spent();
  let windows = 0;
  let windowsLeft = 0;
  const several = () => sessions.length > 1;
  const here = (rows: readonly Refused[]): Refused[] => {
    const id = sessions.at(-1)?.session_id ?? "";
    return several() ? rows.map(({ path, message }) => ({ path: `${id} ${path}`, message })) : [...rows];
  };
  const change = (how: (last: SessionRead) => Partial<SessionRead>) => {
    const last = sessions.pop()!;
    sessions.push({ ...last, ...how(last) });
  };
  return {
    begin({ transcript, alreadyRead, plan, nothing }) {
      sessions.push({
        session_id: transcript.session_id,
        agent: transcript.agent,
        transcript: transcript.origin,
        turns: transcript.turns.length,
        already_read: alreadyRead,
        windows: plan.windows.length,
        windows_read: 0,
        windows_skipped: 0,
        found: 0,
        ...(nothing !== undefined && { skipped: nothing }),
        left_out: [...(transcript.left_out ?? [])],
      });
    },
    read() {
      windows++;
      change(({ windows_read }) => ({ windows_read: windows_read + 1 }));
    },
    skipped: () => change(({ windows_skipped }) => ({ windows_skipped: windows_skipped + 1 })),
    added: (more) => change((last) => ({ windows: last.windows + more })),
    left(more) {
      windowsLeft += more;
    },
    session: () => sessions.at(-1)!,
    refuse: (rows) => void refused.push(...here(rows)),
    passOver: (rows) => void cut.push(...here(rows)),
    committed({ candidates, stage: one, refused: unfit }) {
      change(({ found }) => ({ found: found + candidates }));
      stage.staged.push(...one.staged);
      stage.already.push(...one.already);
      stage.notes.push(...one.notes);
      refused.push(...here(unfit));
    },
    asked: () => run.spent().calls - before.calls,
    longestAnswer: () => Math.max(usualAnswer, run.spent().longestAnswer),
    stage: () => stage,
    report(stopped) {
      const { calls, input, output, cost } = run.spent();
      return {
        model,
        model_how,
        sessions: [...sessions],
        windows,
        windows_left: windowsLeft,
        ...(stopped !== undefined && { stopped }),
        found: sessions.reduce((sum, { found }) => sum + found, 0),
        refused: [...refused],
        cut: [...cut],
        model_calls: calls - before.calls,
        tokens: { input: input - before.input, output: output - before.output },
        ...(cost !== undefined && { cost_usd: cost - (before.cost ?? 0) }),
        caps,
      };
    },
  };
}
