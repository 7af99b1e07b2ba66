import type { Memory, StorePart } from "@holdfast/memory";
import { isHoldfastError } from "@holdfast/schema";
import type { DashboardStore } from "./dashboard-state.ts";
import { keyOf } from "./facts.ts";
import type { Fact, Named, RecallAsked } from "./message.ts";
import { mostFound } from "./screens/memory/state.ts";
import { wantsOf } from "./wants.ts";

/** Runs that are shown. */
const mostRuns = 200;
/** Between two readings of the same there is at least this, and three times what the last one took. */
const leastGapMs = 200;
/** How long a key may still follow before a search or a prompt is read. */
const typingMs = 80;
/** After this long without a change the index is compared with the files. */
const quietMs = 1_500;
/** While somebody writes, it is looked whether he still lives: a process that dies changes no file. */
const writerMs = 2_000;

/** What is read as a whole, and which changes make it old. */
const readings = [
  { name: "status", after: ["records", "staging", "dead_letters", "runs", "writer"] },
  { name: "outline", after: ["records"] },
  { name: "staged", after: ["staging"] },
  { name: "dead_letters", after: ["dead_letters"] },
  { name: "runs", after: ["runs"] },
] as const satisfies readonly { name: string; after: readonly StorePart[] }[];
type ReadingName = (typeof readings)[number]["name"];

export interface Reader {
  /** Reads what these changes made old. */
  changed(parts: ReadonlySet<StorePart>): void;
  /** Reads everything, once. Resolves when how things stand is known. */
  all(): Promise<void>;
  stop(): void;
}

/**
 * Keeps what the dashboard knows as memory is: reads what is on the screen, and again what has changed, each thing once at a time and never
 * more often than it can be read. Failures are told on the screen; nothing is thrown.
 */
export function keepRead(memory: Memory, store: DashboardStore): Reader {
  const { dispatch } = store;
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, work: () => void) => {
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
  const failed = (error: unknown) => {
    if (!isHoldfastError(error)) throw error;
    tell({ kind: "failed", text: `${error.message} ${error.hint}` });
  };

  const read: { readonly [name in ReadingName]: () => Promise<Fact> } = {
    status: async () => ({ kind: "status", status: await memory.status() }),
    outline: async () => ({ kind: "outline", outline: await memory.outline() }),
    staged: async () => ({ kind: "staged", staged: await memory.staged() }),
    dead_letters: async () => ({ kind: "dead_letters", deadLetters: await memory.deadLetters() }),
    runs: async () => ({ kind: "runs", runs: await memory.runs(mostRuns) }),
  };
  const paced = Object.fromEntries(
    readings.map(({ name }) => [name, inPace(later, async () => tell(await read[name]()), failed)]),
  ) as { readonly [name in ReadingName]: () => Promise<void> };

  const wanted = keepWanted(memory, store, { later, tell, failed });
  const unsubscribe = store.subscribe(wanted);
  const watchWriter = setInterval(() => {
    if (store.get().facts.status?.writer) void paced.status();
  }, writerMs);

  // The index may not know of what was done by hand: it is compared with the files once things are quiet.
  const compare = inPace(
    later,
    async () => {
      await memory.refresh();
      tell(await read.outline());
    },
    failed,
  );
  const compareLater = whenQuiet(later, quietMs, () => void compare());

  return {
    changed(parts) {
      if (parts.has("records") || parts.has("ledger")) tell({ kind: "records_changed" });
      for (const { name, after } of readings) if (after.some((part) => parts.has(part))) void paced[name]();
      if (parts.has("records")) compareLater();
    },
    async all() {
      await paced.status();
      for (const { name } of readings) if (name !== "status") void paced[name]();
      compareLater();
    },
    stop() {
      stopped = true;
      unsubscribe();
      clearInterval(watchWriter);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

type Later = (ms: number, work: () => void) => NodeJS.Timeout;

/** Does something when asked, now or as soon as it may be done again; asked several times meanwhile, once. */
function inPace(
  later: Later,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let isBusy = false;
  let isAsked = false;
  const start = async () => {
    isBusy = true;
    isAsked = false;
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    later(Math.max(leastGapMs, 3 * (performance.now() - began)), () => {
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
    } catch (error) {
      failed(error);
    }
    isReading = false;
  };
  const soon = whenQuiet(later, typingMs, () => void go());
  return () => {
    const { records, recall, prompt } = wantsOf(store.get());
    if (records.length > 0) void go();
    else if (recall !== undefined || prompt !== undefined) soon();
  };
}

function search(memory: Memory, { query, category, scope }: RecallAsked) {
  return memory.recall(query, { limit: mostFound, scope, ...(category && { categories: [category] }) });
}

/** A record that is gone meanwhile is left out; it must not be asked for again and again. */
async function readRecords(memory: Memory, wanted: readonly Named[]) {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const keys = new Set(wanted.map(keyOf));
  return (await memory.records({ ids })).filter((row) => keys.has(keyOf(row)));
}
