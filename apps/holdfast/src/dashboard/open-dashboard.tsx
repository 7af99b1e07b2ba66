import { setTimeout as pause } from "node:timers/promises";
import type { ReadStream, WriteStream } from "node:tty";
import type { Memory } from "@holdfast/memory";
import type { Scope } from "@holdfast/schema";
import { exitCodes } from "../exit-codes.ts";
import { type Styles, stylesFor } from "../styles.ts";
import { type DashboardStore, startDashboard, updateDashboard } from "./dashboard-state.ts";
import { editFile } from "./edit-file.ts";
import { frameLines } from "./frame.ts";
import { keepRead } from "./keep-read.ts";
import type { Size } from "./layout.ts";
import { performer } from "./perform.ts";
import { watchStops } from "./stop-job.ts";
import { createStore } from "./store.ts";
import { openTerminal, roomy, type Terminal } from "./terminal.ts";

export interface DashboardRequest {
  readonly openMemory: () => Promise<Memory>;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly env: { readonly [name: string]: string | undefined };
  readonly now: () => number;
  /** Which memory is looked at first; both unless given. */
  readonly scope?: Scope | undefined;
  readonly model?: string | undefined;
}

/** So long at most nobody listens to keys. */
const mostWaitMs = 400;
/** Nothing that counts is open any more by then: the index, a cache, bears to be left. */
const mostCloseMs = 1_000;
/** So often the times on the screen move on, while a run goes on and while none does. */
const tickMs = { running: 500, resting: 15_000 };

/**
 * Shows the dashboard until the person quits, and gives the terminal back as it was, however it ends. The first frames are drawn before Ink
 * is loaded, and the very first before memory is.
 */
export async function openDashboard(request: DashboardRequest): Promise<number> {
  const { stdin, stdout, env, now, scope } = request;
  const styles = stylesFor(stdout, env);
  const store = createStore(startDashboard({ size: sizeOf(stdout), now: now(), scope }), updateDashboard);
  const terminal = openTerminal(stdin, stdout);
  const ending = endings();
  process.on("exit", terminal.leave); // whatever ends the process
  terminal.enter();
  try {
    terminal.paint(frameLines(store.get(), styles));
    const memory = await request.openMemory();
    try {
      return await show(memory, { ...request, store, styles, terminal, ending });
    } finally {
      terminal.leave(); // closing may wait for what is under way; nobody need look at it
      await Promise.race([memory.close(), pause(mostCloseMs)]);
    }
  } finally {
    terminal.leave();
    ending.release();
    process.off("exit", terminal.leave);
  }
}

interface Stage extends DashboardRequest {
  readonly store: DashboardStore;
  readonly styles: Styles;
  readonly terminal: Terminal;
  readonly ending: Ending;
}

async function show(memory: Memory, stage: Stage): Promise<number> {
  const { store, styles, terminal, ending, stdin, stdout, now } = stage;
  const following = new AbortController();
  const reader = keepRead(memory, store, stage);
  let mounted: { unmount(): Promise<void> } | undefined;

  const painting = store.subscribe(() => terminal.paint(frameLines(store.get(), styles)));
  const resized = () => {
    terminal.clear();
    store.dispatch({ kind: "size", ...sizeOf(stdout) });
  };
  stdout.prependListener("resize", resized); // before Ink hears of it
  const ticking = tick(store, now);
  memory.follow({ signal: following.signal, onChange: reader.changed });
  // How things stand is soon there, and worth a frame before Ink is loaded; whoever waits longer must be able to quit.
  await Promise.race([reader.all(), pause(mostWaitMs)]);

  const { mount } = await import("./mount.tsx");
  const draw = () => {
    terminal.clear(); // Ink draws from where the cursor is, over what is there
    mounted = mount({ store, styles, now, perform, stdin, stdout: roomy(stdout), onCrash: ending.crash });
  };
  let isLent = false;
  /** Somebody else has the terminal, and Ctrl-C is meant for them. */
  const lend = async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    isLent = true;
    await mounted?.unmount();
    terminal.leave();
    ending.hearInterrupts(false);
    try {
      return await work();
    } finally {
      isLent = false;
      ending.hearInterrupts(true);
      if (!ending.isOver()) {
        terminal.enter();
        draw();
      }
    }
  };
  let isStopping = false;
  const stops = watchStops(() => void suspend({ whole: false }));
  const suspend = async (job: { readonly whole: boolean }) => {
    if (isStopping || process.platform === "win32") return; // nothing stops there
    isStopping = true;
    if (isLent) await stops.stop(job);
    else await lend(() => stops.stop(job));
    isStopping = false;
  };
  const { perform, end } = performer({
    memory,
    store,
    model: stage.model,
    now,
    copy: terminal.copy,
    readAgain: () => void reader.all(),
    quit: () => ending.end(exitCodes.done),
    quitAtOnce: () => process.exit(exitCodes.interrupted),
    edit: (path) => lend(() => editFile(path, stage.env)),
    suspend: () => suspend({ whole: true }),
  });
  painting();
  draw();
  try {
    return await ending.ended;
  } finally {
    stops.release();
    following.abort();
    reader.stop();
    clearInterval(ticking);
    stdout.off("resize", resized);
    await end();
    await mounted?.unmount();
  }
}

function sizeOf({ columns, rows }: WriteStream): Size {
  return { columns: columns || 80, rows: rows || 24 };
}

type Ending = ReturnType<typeof endings>;

/** The ways in which it can end: the person quits, a signal, a fault. */
function endings() {
  let resolve: (code: number) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const ended = new Promise<number>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  ended.then(over, over); // it may be rejected before anyone waits, and is rejected for them too
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;
  let listens = true;
  const heard = Object.entries(signals).map(
    ([signal, code]) => [signal, () => (listens || signal !== "SIGINT") && resolve(code)] as const,
  );
  for (const [signal, listener] of heard) process.on(signal, listener);
  process.on("uncaughtException", reject);
  process.on("unhandledRejection", reject);
  return {
    ended,
    isOver: () => isOver,
    end: (code: number) => resolve(code),
    crash: (error: unknown) => reject(error),
    /** Whether an interrupt is meant for us. */
    hearInterrupts: (whether: boolean) => {
      listens = whether;
    },
    release() {
      for (const [signal, listener] of heard) process.off(signal, listener);
      process.off("uncaughtException", reject);
      process.off("unhandledRejection", reject);
    },
  };
}

function tick(store: DashboardStore, now: () => number) {
  let last = now();
  return setInterval(() => {
    const { phase } = store.get().reconcile;
    const isRunning = phase === "running" || phase === "stopping";
    if (!isRunning && now() - last < tickMs.resting) return;
    last = now();
    store.dispatch({ kind: "time", now: last });
  }, tickMs.running);
}
