import type { Memory, StorePart } from "@holdfast/memory";
import { isHoldfastError } from "@holdfast/schema";
import type { DashboardStore } from "./dashboard-state.ts";
import { keyOf } from "./facts.ts";
import type { Fact, Named, ReadingName, RecallAsked } from "./message.ts";
import { mostFound } from "./screens/memory/state.ts";
import { isActive } from "./screens/reconcile/state.ts";
import { wantsOf } from "./wants.ts";

/** Runs that are shown. */
const mostRuns = 200;
/** Between two readings there is at least this. */
const leastGapMs = 200;
/** How long a key may still follow before a search or a prompt is read. */
const typingMs = 80;
/** After this long without a change the index is compared with the files. */
const quietMs = 1_500;
/** While somebody writes, it is looked whether he still lives: a process that dies changes no file. So is what could not be read. */
const againMs = 2_000;
/** After a failure what the screen wants is not tried again sooner. */
const failureGapMs = 1_000;

/** What is read as a whole, and which changes make it old. */
const readings = [
  { name: "status", after: ["records", "staging", "dead_letters", "runs", "writer"] },
  { name: "outline", after: ["records"] },
  { name: "staged", after: ["staging"] },
  { name: "dead_letters", after: ["dead_letters"] },
  { name: "runs", after: ["runs"] },
] as const satisfies readonly { name: ReadingName; after: readonly StorePart[] }[];

export interface Reader {
  /** Reads what these changes made old. */
  changed(parts: ReadonlySet<StorePart>): void;
  /** Reads everything, once. Resolves when it is read, or else soon will be. */
  all(): Promise<void>;
  stop(): void;
}

/**
 * Keeps what the dashboard knows as memory is: reads what is on the screen, and again what has changed, one thing at a time and never more
 * often than it can be read. Failures are told on the screen; nothing is thrown.
 */
export function keepRead(
  memory: Memory,
  store: DashboardStore,
  { model }: { readonly model?: string | undefined } = {},
): Reader {
  const { dispatch } = store;
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const later: Later = (ms, work) => {
    if (stopped) return undefined; // what was under way ends, and keeps nobody waiting
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!stopped) work();
    }, ms);
    timers.add(timer);
    return timer;
  };
  const tell = (fact: Fact) => {
    if (!stopped) dispatch(fact);
  };
  const failed = (error: unknown) => tell({ kind: "failed", text: wordsOf(error) });

  const read: { readonly [name in ReadingName]: () => Promise<Fact> } = {
    status: async () => ({ kind: "status", status: await memory.status({ model }) }),
    outline: async () => ({ kind: "outline", outline: await memory.outline() }),
    staged: async () => ({ kind: "staged", staged: await memory.staged() }),
    dead_letters: async () => ({ kind: "dead_letters", deadLetters: await memory.deadLetters() }),
    runs: async () => ({ kind: "runs", runs: await memory.runs(mostRuns) }),
  };
  /** What is to be read, in the order of the list: how things stand comes first. */
  const due = new Set<ReadingName>();
  const readDue = inPace(later, gapAfter, async () => {
    for (const { name } of readings) {
      if (stopped || !due.delete(name)) continue;
      await read[name]().then(tell, (error) => tell({ kind: "unread", what: name, text: wordsOf(error) }));
    }
    const warnings = memory.takeWarnings();
    if (warnings.length > 0) tell({ kind: "warned", warnings });
  });
  const readSoon = async (names: readonly ReadingName[]) => {
    for (const name of names) due.add(name);
    await readDue();
  };
  /** Reading takes a quarter of the time at most, and next to a run of our own a tenth: the run comes first. */
  function gapAfter(took: number): number {
    return isActive(store.get().reconcile) ? Math.max(1_000, 9 * took) : Math.max(leastGapMs, 3 * took);
  }

  const wanted = keepWanted(memory, store, { later, tell, failed });
  const unsubscribe = store.subscribe(wanted);
  const lookAgain = setInterval(() => {
    const { status, unread } = store.get().facts;
    const names = [...unread.keys(), ...(status?.writer ? (["status"] as const) : [])];
    if (names.length > 0) void readSoon(names);
  }, againMs);

  // The index may not know of what was done by hand: it is compared with the files once things are quiet.
  const compareLater = whenQuiet(later, quietMs, () => {
    memory.refresh().then(() => readSoon(["outline"]), failed);
  });

  return {
    changed(parts) {
      if (parts.has("records") || parts.has("ledger")) tell({ kind: "records_changed" });
      void readSoon(
        readings.filter(({ after }) => after.some((part) => parts.has(part))).map(({ name }) => name),
      );
      if (parts.has("records")) compareLater();
    },
    async all() {
      compareLater();
      await readSoon(readings.map(({ name }) => name));
    },
    stop() {
      stopped = true;
      unsubscribe();
      clearInterval(lookAgain);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** An expected failure in words; any other is thrown on. */
function wordsOf(error: unknown): string {
  if (!isHoldfastError(error)) throw error;
  return `${error.message} ${error.hint}`;
}

type Later = (ms: number, work: () => void) => NodeJS.Timeout | undefined;

/** Does something when asked, now or as soon as it may be done again; asked several times meanwhile, once. */
function inPace(
  later: Later,
  gapAfter: (took: number) => number,
  work: () => Promise<void>,
): () => Promise<void> {
  let isBusy = false;
  let isAsked = false;
  const start = async () => {
    isBusy = true;
    isAsked = false;
    const began = performance.now();
    await work();
    later(gapAfter(performance.now() - began), () => {
      isBusy = false;
      if (isAsked) void start();
    });
  };
  return async () => {
    isAsked = true;
    if (!isBusy) await start();
  };
}

/** Does something once it was not asked for a while. */
function whenQuiet(later: Later, ms: number, work: () => void): () => void {
  let waiting: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(waiting);
    waiting = later(ms, work);
  };
}

/** Reads what is on the screen and not known, whenever the state changes; the latest wish counts. */
function keepWanted(
  memory: Memory,
  store: DashboardStore,
  { later, tell, failed }: { later: Later; tell: (fact: Fact) => void; failed: (error: unknown) => void },
): () => void {
  let isReading = false;
  const readWanted = async (): Promise<boolean> => {
    const { records, recall, prompt } = wantsOf(store.get());
    if (records.length > 0) tell({ kind: "rows", asked: records, rows: await readRecords(memory, records) });
    else if (recall !== undefined)
      tell({ kind: "recalled", asked: recall, found: await search(memory, recall) });
    else if (prompt !== undefined) tell({ kind: "context", prompt, block: await memory.context({ prompt }) });
    else return false;
    return true;
  };
  const go = async () => {
    if (isReading) return;
    isReading = true;
    try {
      while (await readWanted());
      isReading = false;
    } catch (error) {
      failed(error);
      later(failureGapMs, () => {
        isReading = false;
        wish();
      });
    }
  };
  const soon = whenQuiet(later, typingMs, () => void go());
  const wish = () => {
    const { records, recall, prompt } = wantsOf(store.get());
    if (records.length > 0) void go();
    else if (recall !== undefined || prompt !== undefined) soon();
  };
  return wish;
}

function search(memory: Memory, { query, category, scope }: RecallAsked) {
  const wanted = { limit: mostFound, scope, unfinished: true, ...(category && { categories: [category] }) };
  return memory.recall(query, wanted);
}

/** A record that is gone meanwhile is left out; it must not be asked for again and again. */
async function readRecords(memory: Memory, wanted: readonly Named[]) {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const keys = new Set(wanted.map(keyOf));
  return (await memory.records({ ids })).filter((row) => keys.has(keyOf(row)));
}
