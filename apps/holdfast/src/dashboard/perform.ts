import type { Memory } from "@holdfast/memory";
import { isHoldfastError, type RunReport, type Undone } from "@holdfast/schema";
import { undoneWords } from "../show/undone-words.ts";
import { visibleLine } from "../visible-text.ts";
import type { DashboardStore } from "./dashboard-state.ts";
import type { Intent } from "./message.ts";
import { isActive } from "./screens/reconcile/state.ts";

/** What intents are carried out with. */
export interface Means {
  readonly memory: Memory;
  readonly store: DashboardStore;
  /** Who settles what is similar, where somebody was named. */
  readonly model: string | undefined;
  readonly now: () => number;
  /** Opens a file in the person's editor, and resolves when they are done: to what failed, if the editor says so. */
  readonly edit: (path: string) => Promise<string | undefined>;
  /** Puts an id on the clipboard, as far as the terminal lets us. */
  readonly copy: (id: string) => void;
  /** Reads again what may have changed. */
  readonly readAgain: () => void;
  /** Gives the terminal back to the shell until the person is back. */
  readonly suspend: () => Promise<void>;
  readonly quit: () => void;
  /** Without waiting for anything. */
  readonly quitAtOnce: () => void;
}

export interface Performer {
  /** Carries out what a key means, after the screens have heard of it. What fails is told on the screen. */
  perform(intent: Intent): void;
  /** Ends a run of this dashboard in order, and whatever else it was told to do. */
  end(): Promise<void>;
}

/** What takes no longer needs no word that it has begun. */
const unnoticedMs = 300;

/** The one place where the dashboard does something: it calls memory, and tells what came of it. */
export function performer(means: Means): Performer {
  const { memory, store, readAgain } = means;
  let run: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  const underWay = new Set<Promise<void>>();
  let isQuitting = false;

  const tell = (text: string) => store.dispatch({ kind: "told", text });
  const fail = (error: unknown) => {
    if (!isHoldfastError(error)) throw error;
    store.dispatch({ kind: "failed", text: `${error.message} ${error.hint}` });
  };
  /** Does it, tells what came of it, and reads what it changed. */
  const doing = async (work: () => Promise<string>) => {
    try {
      tell(await work());
    } catch (error) {
      fail(error);
    }
    readAgain();
  };
  /** The same for what changes memory: who quits meanwhile has asked for it nonetheless. */
  const changing = (work: () => Promise<string>) => {
    const waiting = setTimeout(() => tell("Working on it ..."), unnoticedMs);
    const ending = () => {
      clearTimeout(waiting);
      underWay.delete(done);
    };
    const done = doing(work).finally(ending);
    underWay.add(done);
  };

  const startRun = () => {
    if (isActive(store.get().reconcile)) return;
    const stop = new AbortController();
    const budgetMs = store.get().facts.status?.settings.budgetMs;
    store.dispatch({ kind: "run_started", at: means.now(), budgetMs });
    const ended = reconcile(stop.signal).then((report) => {
      run = undefined;
      store.dispatch({ kind: "run_ended", report });
      readAgain();
    });
    run = { stop, ended };
  };
  const reconcile = async (signal: AbortSignal): Promise<RunReport | undefined> => {
    try {
      return await memory.reconcile({
        model: means.model,
        signal,
        onEvent: (event) => store.dispatch({ kind: "run_event", event }),
      });
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  const end = async () => {
    run?.stop.abort();
    await Promise.all([run?.ended, ...underWay]);
  };
  /** A run stops in order first, and a change is finished; who asks again does not wait for it. */
  const quit = async () => {
    if (isQuitting) return means.quitAtOnce();
    if (run === undefined && underWay.size === 0) return means.quit();
    isQuitting = true;
    store.dispatch({ kind: "stop" });
    tell(
      run === undefined
        ? "Finishing what you asked for, then quitting. Again quits at once, and it may not be done."
        : "Stopping before the next commit, then quitting. Again quits at once; nothing is lost either way.",
    );
    await end();
    means.quit();
  };

  return {
    end,
    perform(intent) {
      switch (intent.kind) {
        case "archive":
          return changing(
            async () => `Archived: ${visibleLine((await memory.archive(intent.id, intent)).summary)}`,
          );
        case "restore":
          return changing(
            async () => `Restored: ${visibleLine((await memory.restore(intent.id, intent)).summary)}`,
          );
        case "undo":
          return changing(async () => toldOf(await memory.undo({ record: intent.id, scope: intent.scope })));
        case "undo_run":
          return changing(async () => toldOf(await memory.undo({ run: intent.id })));
        case "forget":
          return changing(async () => {
            const { forgotten } = await memory.forget(intent.id, intent);
            return `Erased: ${forgotten.join(", ")}. Only ids and a hash are left.`;
          });
        case "drop":
          return changing(async () => `Dropped ${(await memory.drop(intent.id, intent)).dropped}.`);
        case "recover":
          return changing(async () => {
            const { recovered, left } = await memory.recover(
              intent.ids === "all" ? { all: true } : { ids: intent.ids },
            );
            const more = left.length === 0 ? "" : ` ${left.length} left: ${visibleLine(left[0]!.reason)}`;
            return `${recovered.length} staged again.${more}`;
          });
        case "edit":
          return void doing(async () => {
            const failed = await means.edit(intent.path);
            await memory.refresh();
            const how = failed === undefined ? "" : `The editor ended with ${failed}. `;
            return `${how}Back from ${intent.path}`;
          });
        case "copy":
          means.copy(intent.id);
          return tell(`${intent.id} copied, where the terminal allows it.`);
        case "reconcile":
          return startRun();
        case "stop":
          return run?.stop.abort();
        case "suspend":
          return void means.suspend();
        case "quit":
          return void quit();
        default:
          return undefined; // for the screens alone
      }
    },
  };
}

function toldOf(undone: Undone): string {
  const [kept] = undone.kept;
  return `${undoneWords(undone)}${kept ? ` ${kept.id}: ${visibleLine(kept.reason)}` : ""}`;
}
