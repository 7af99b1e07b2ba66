import { type Memory, openMemory } from "@holdfast/memory";
import type { ModelRegistry } from "@holdfast/schema";
import type { PiContext } from "./host.ts";

/** One session of Pi, from `session_start` until it is replaced or over. Whatever outlives it must not write and not touch the screen. */
export interface Session {
  /** True until Pi replaced it. */
  isCurrent(): boolean;
  /** Aborted when it is replaced or over. */
  readonly signal: AbortSignal;
  readonly id: string;
  /** Opens memory when it is first asked for. Rejects with what is to be told. */
  memory(): Promise<Memory>;
  /** Captured at the start: a context can't be asked once it is stale. */
  readonly ui: PiContext["ui"] | undefined;
}

export interface SessionOptions {
  readonly ctx: PiContext;
  /** Pi's models as ours. */
  readonly registry: ModelRegistry;
  /** What Pi talks to now. */
  readonly sessionModel: () => string | undefined;
  readonly log: (message: string) => void;
}

/** Pi's sessions, one after the other: starting one ends the one before. */
export interface Sessions {
  start(options: SessionOptions): Session;
  current(): Session | undefined;
  /** Ends the present one and closes its memory; what was staged is safe already. */
  end(): Promise<void>;
}

export function piSessions(): Sessions {
  let present: { session: Session; stop: () => Promise<void> } | undefined;
  return {
    start(options) {
      void present?.stop(); // its memory closes in its own time: nothing of the new one waits for it
      present = begin(options);
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

function begin({ ctx, registry, sessionModel, log }: SessionOptions) {
  const stopping = new AbortController();
  const { cwd, hasUI, ui } = ctx;
  let opened: Promise<Memory> | undefined;
  const session: Session = {
    isCurrent: () => !stopping.signal.aborted,
    signal: stopping.signal,
    id: sessionIdOf(ctx),
    ui: hasUI ? ui : undefined,
    memory() {
      opened ??= openMemory({ cwd, host: "pi", registry, sessionModel, log });
      return opened;
    },
  };
  const stop = async () => {
    stopping.abort();
    const memory = await opened?.catch(() => undefined); // whoever asked for it was told why it could not be opened
    await memory?.close();
  };
  return { session, stop };
}

/** Pi's own id, else the name of the session's file; a session without either is known by when it began. */
function sessionIdOf({ sessionManager }: PiContext): string {
  const file = sessionManager.getSessionFile();
  const name = file === undefined ? undefined : /_([0-9a-f-]{36})\.jsonl$/u.exec(file)?.[1];
  return sessionManager.getSessionId?.() ?? name ?? `pi-${Date.now().toString(36)}`;
}
