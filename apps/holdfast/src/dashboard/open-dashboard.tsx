import { spawn } from "node:child_process";
import type { ReadStream, WriteStream } from "node:tty";
import type { Memory } from "@holdfast/memory";
import { HoldfastError, type Scope } from "@holdfast/schema";
import { exitCodes } from "../exit-codes.ts";
import { stylesFor } from "../styles.ts";
import { type DashboardStore, startDashboard, updateDashboard } from "./dashboard-state.ts";
import { frameLines } from "./frame.ts";
import { keepRead } from "./keep-read.ts";
import { performer } from "./perform.ts";
import { createStore } from "./store.ts";
import { openTerminal, roomy } from "./terminal.ts";

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

/** So often the times on the screen move on, while a run goes on and while none does. */
const tickMs = { running: 500, resting: 15_000 };

/**
 * Shows the dashboard until the person quits, and gives the terminal back as it was, however it ends. Its first frame is drawn before Ink
 * and memory are loaded.
 */
export async function openDashboard(request: DashboardRequest): Promise<number> {
  const { stdin, stdout, env, now } = request;
  const styles = stylesFor(stdout, env);
  const sizeNow = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const store = createStore(
    startDashboard({ size: sizeNow(), now: now(), scope: request.scope }),
    updateDashboard,
  );
  const terminal = openTerminal(stdin, stdout);
  const ending = endings();
  const following = new AbortController();
  let memory: Memory | undefined;
  let closing: (() => Promise<void>) | undefined;

  process.on("exit", terminal.leave); // whatever ends the process, the terminal is given back
  terminal.enter();
  try {
    terminal.paint(frameLines(store.get(), styles));
    // What is on the screen comes first: Ink and memory are loaded while it is looked at.
    const [opened, ink] = await Promise.all([request.openMemory(), import("./mount.tsx")]);
    memory = opened;
    const reader = keepRead(memory, store);
    let mounted: ReturnType<typeof ink.mount> | undefined;
    const { perform, end } = performer({
      memory,
      store,
      model: request.model,
      now,
      copy: terminal.copy,
      readAgain: () => reader.all(),
      quit: () => ending.end(exitCodes.done),
      quitAtOnce: () => process.exit(exitCodes.interrupted),
      edit: async (path) => {
        await mounted?.unmount();
        terminal.leave();
        ending.listen(false); // Ctrl-C is the editor's
        try {
          await edit(path, env);
        } finally {
          ending.listen(true);
          terminal.enter();
          mount();
        }
      },
    });
    const mount = () => {
      mounted = ink.mount({ store, styles, perform, stdin, stdout: roomy(stdout), onCrash: ending.crash });
    };
    const resized = () => {
      terminal.clear();
      store.dispatch({ kind: "size", ...sizeNow() });
    };
    const ticking = tick(store, now);
    closing = async () => {
      following.abort();
      reader.stop();
      clearInterval(ticking);
      stdout.off("resize", resized);
      await end();
      await mounted?.unmount();
    };
    stdout.prependListener("resize", resized);
    memory.follow({ signal: following.signal, onChange: reader.changed });
    reader.all();
    mount();
    return await ending.ended;
  } finally {
    ending.release();
    await closing?.();
    terminal.leave();
    process.off("exit", terminal.leave);
    await memory?.close();
  }
}

/** The ways in which it can end: the person quits, a signal, a fault. */
function endings() {
  let resolve: (code: number) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const ended = new Promise<number>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  ended.catch(() => {}); // it may be rejected before anyone waits, and is rejected for them too
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  let listens = true;
  const heard = Object.entries(signals).map(
    ([signal, code]) => [signal, () => (listens || signal !== "SIGINT") && resolve(code)] as const,
  );
  for (const [signal, listener] of heard) process.on(signal, listener);
  process.on("uncaughtException", reject);
  process.on("unhandledRejection", reject);
  return {
    ended,
    end: (code: number) => resolve(code),
    crash: (error: unknown) => reject(error),
    /** Whether an interrupt is meant for us. */
    listen: (whether: boolean) => {
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

/** The person's editor has the terminal until it ends. */
async function edit(path: string, env: DashboardRequest["env"]): Promise<void> {
  const [command = "vi", ...args] = (env.VISUAL || env.EDITOR || "vi").split(/\s+/);
  const child = spawn(command, [...args, path], { stdio: "inherit" });
  await new Promise<void>((done, failed) => {
    child.on("error", (cause) =>
      failed(
        new HoldfastError("invalid_option", `The editor ${command} could not be started.`, {
          hint: "Set VISUAL or EDITOR to one that is there. Nothing was changed.",
          cause,
        }),
      ),
    );
    child.on("close", () => done());
  });
}
