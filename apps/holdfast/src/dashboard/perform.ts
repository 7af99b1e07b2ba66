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
  /** Opens a file in the person's editor, and resolves when they are done. Rejects with what went wrong. */
  readonly edit: (path: string) => Promise<void>;
  /** Puts an id on the clipboard, as far as the terminal lets us. */
  readonly copy: (id: string) => void;
  /** Reads again what may have changed. */
  readonly readAgain: () => void;
  readonly quit: () => void;
  /** Without waiting for anything. */
  readonly quitAtOnce: () => void;
}

export interface Performer {
  /** Carries out what a key means, after the screens have heard of it. What fails is told on the screen. */
  perform(intent: Intent): void;
  /** Ends a run of this dashboard in order, if there is one. */
  end(): Promise<void>;
}

/** The one place where the dashboard does something: it calls memory, and tells what came of it. */
export function performer(means: Means): Performer {
  const { memory, store, readAgain } = means;
  let run: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
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
    await run?.ended;
  };
  /** A run stops in order first; who asks again does not wait for it. */
  const quit = async () => {
    if (isQuitting) return means.quitAtOnce();
    if (run === undefined) return means.quit();
    isQuitting = true;
    store.dispatch({ kind: "stop" });
    tell("Stopping before the next commit, then quitting. Again quits at once; nothing is lost either way.");
    await end();
    means.quit();
  };

  return {
    end,
    perform(intent) {
      switch (intent.kind) {
        case "archive":
          return void doing(
            async () => `Archived: ${visibleLine((await memory.archive(intent.id, intent)).summary)}`,
          );
        case "restore":
          return void doing(
            async () => `Restored: ${visibleLine((await memory.restore(intent.id, intent)).summary)}`,
          );
        case "undo":
          return void doing(async () =>
            toldOf(await memory.undo({ record: intent.id, scope: intent.scope })),
          );
        case "undo_run":
          return void doing(async () => toldOf(await memory.undo({ run: intent.id })));
        case "forget":
          return void doing(async () => {
            const { forgotten } = await memory.forget(intent.id, intent);
            return `Erased: ${forgotten.join(", ")}. Only ids and a hash are left.`;
          });
        case "drop":
          return void doing(async () => `Dropped ${(await memory.drop(intent.id, intent)).dropped}.`);
        case "recover":
          return void doing(async () => {
            const { recovered, left } = await memory.recover(
              intent.ids === "all" ? { all: true } : { ids: intent.ids },
            );
            const more = left.length === 0 ? "" : ` ${left.length} left: ${visibleLine(left[0]!.reason)}`;
            return `${recovered.length} staged again.${more}`;
          });
        case "edit":
          return void doing(async () => {
            await means.edit(intent.path);
            await memory.refresh();
            return `Back from ${intent.path}`;
          });
        case "copy":
          means.copy(intent.id);
          return tell(`${intent.id} copied, where the terminal allows it.`);
        case "reconcile":
          return startRun();
        case "stop":
          return run?.stop.abort();
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
