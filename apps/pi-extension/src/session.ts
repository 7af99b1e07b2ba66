import type { Memory } from "@holdfast/memory";
import type { PiContext } from "./host.ts";
import { loadMemory } from "./load-memory.ts";
import type { PiComplete, PiModels } from "./models/pi-models.ts";
import { sessionModelId } from "./models/session-model-id.ts";
import { say, troubleIn } from "./say.ts";

/** One session of Pi, from `session_start` until it is replaced or over. Whatever outlives it must not write and not touch the screen. */
export interface Session {
  /** True until Pi replaced it. */
  isCurrent(): boolean;
  /** Aborted when it is replaced or over. */
  readonly signal: AbortSignal;
  readonly id: string;
  /** Opens memory when it is first asked for. Rejects with what is to be told. */
  memory(): Promise<Memory>;
  /** Captured at the start: a context can't be asked once it is stale. Nothing where nobody looks. */
  readonly ui: PiContext["ui"] | undefined;
  /** Those that were not among the warnings of a report before. */
  unheard(warnings: readonly string[]): readonly string[];
  /**
   * Does what the person or the agent asked for. What runs in the background gives way to it first: it ends before its next commit. The signal
   * says when to stop.
   */
  atOnce<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Does what nobody waits for, unless something else is at work. */
  behind(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** How much is at work. */
  atWork(): number;
  /** Stops what the person or the agent asked for, before its next commit; false when there is nothing. */
  stop(): boolean;
  /** Tells the person what went wrong behind their back: the same words once a session, and nothing once it is over. */
  warn(error: unknown): void;
}

/** Pi's sessions, one after the other: starting one ends the one before. */
export interface Sessions {
  start(ctx: PiContext): Session;
  current(): Session | undefined;
  /** Ends the present one and closes its memory; what was staged is safe already. */
  end(): Promise<void>;
}

/** `complete` is pi-ai's, where this Pi has it. */
export function piSessions({ complete }: { readonly complete: PiComplete | undefined }): Sessions {
  let present: { session: Session; stop: () => Promise<void> } | undefined;
  return {
    start(ctx) {
      void present?.stop(); // its memory closes in its own time: nothing of the new one waits for it
      present = begin(ctx, complete);
      return present.session;
    },
    current: () => present?.session,
    async end() {
      const ending = present;
      present = undefined;
      await ending?.stop();
    },
  };
}

function begin(ctx: PiContext, complete: PiComplete | undefined) {
  const stopping = new AbortController();
  const { cwd, hasUI, ui } = ctx;
  const models = ctx.modelRegistry as PiModels;
  const told = new Set<string>();
  const heard = new Set<string>();
  const asked = new Set<AbortController>();
  let background: { readonly aborter: AbortController; readonly over: Promise<void> } | undefined;
  let opened: Promise<Memory> | undefined;
  const session: Session = {
    isCurrent: () => !stopping.signal.aborted,
    signal: stopping.signal,
    id: sessionIdOf(ctx),
    ui: hasUI ? ui : undefined,
    memory() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined; // whatever stood in the way may be gone the next time
        throw error;
      });
      return opened;
    },
    unheard: (warnings) => warnings.filter((one) => !heard.has(one) && heard.add(one)),
    async atOnce(work) {
      const aborter = new AbortController();
      asked.add(aborter);
      try {
        background?.aborter.abort();
        await background?.over;
        return await work(AbortSignal.any([stopping.signal, aborter.signal]));
      } finally {
        asked.delete(aborter);
      }
    },
    async behind(work) {
      if (asked.size > 0 || background !== undefined) return;
      const aborter = new AbortController();
      const done = work(AbortSignal.any([stopping.signal, aborter.signal]));
      background = { aborter, over: done.catch(() => {}) }; // whoever gives it work hears of its errors
      try {
        await done;
      } finally {
        background = undefined;
      }
    },
    atWork: () => asked.size + (background === undefined ? 0 : 1),
    stop() {
      for (const aborter of asked) aborter.abort();
      return asked.size > 0;
    },
    warn(error) {
      const text = troubleIn(error);
      if (!session.isCurrent() || told.has(text)) return;
      told.add(text);
      say({ hasUI, ui }, text, "warning");
    },
  };
  const open = async () => loadMemory().openPiMemory({ cwd, models, complete, sessionModel: modelNow(ctx) });
  const stop = async () => {
    stopping.abort();
    const memory = await opened?.catch(() => undefined); // whoever asked for it was told why it could not be opened
    await memory?.close();
  };
  return { session, stop };
}

/** Pi's present model, as long as the context may be asked. */
function modelNow(ctx: PiContext): () => string | undefined {
  return () => {
    try {
      return sessionModelId(ctx.model);
    } catch {
      return undefined; // the session was replaced: its context answers no more
    }
  };
}

/** Pi's own id, else the name of the session's file; a session without either is known by when it began. */
function sessionIdOf({ sessionManager }: PiContext): string {
  const file = sessionManager.getSessionFile();
  const name = file === undefined ? undefined : /_([0-9a-f-]{36})\.jsonl$/u.exec(file)?.[1];
  return sessionManager.getSessionId?.() ?? name ?? `pi-${Date.now().toString(36)}`;
}
