import { type Category, categories, type Scope, type Standing, scopes, standings } from "@holdfast/schema";
import { unstyled } from "../../../styles.ts";
import type { Around } from "../../around.ts";
import { type Facts, keyOf } from "../../facts.ts";
import { bodyRows, panes, type Size } from "../../layout.ts";
import type { Message, Move, Named, RecallAsked } from "../../message.ts";
import { firstShown, moved, within } from "../../parts/list.ts";
import { scrolledTo } from "../../parts/scrolled.ts";
import { detailLines } from "./detail.ts";

/** Lines above the list. */
export const memoryHeading = 2;
/** A search shows at most so many: who wants more says more. */
export const mostFound = 200;

/** What the memory screen remembers. */
export interface MemoryState {
  readonly query: string;
  readonly typing: boolean;
  readonly category: Category | undefined;
  readonly status: Standing | undefined;
  readonly scope: Scope | undefined;
  /** What the filters, or the search, let through. */
  readonly list: readonly Named[];
  /** The place in the list, and what is there, so that the choice stays when the list changes. */
  readonly place: number;
  readonly chosen: Named | undefined;
  /** The search whose answer is in the list; undefined while the list is that of the filters. */
  readonly answered: RecallAsked | undefined;
  /** Why each of what was found came. */
  readonly why: ReadonlyMap<string, string>;
  /** True while the chosen record has the whole screen. */
  readonly whole: boolean;
  /** The first line of it that is shown. */
  readonly line: number;
}

export function memoryStart(scope: Scope | undefined): MemoryState {
  return {
    query: "",
    typing: false,
    category: undefined,
    status: "current",
    scope,
    list: [],
    place: 0,
    chosen: undefined,
    answered: undefined,
    why: new Map(),
    whole: false,
    line: 0,
  };
}

export function updateMemory(
  state: MemoryState,
  message: Message,
  { facts, size, shown }: Around,
): MemoryState {
  switch (message.kind) {
    case "outline":
      return state.query === "" ? filtered(state, facts) : state;
    case "recalled": {
      if (state.query === "" || !isSame(message.asked, askedBy(state))) return state; // typed on meanwhile
      const list = message.found.map(({ id, scope }) => ({ id, scope }));
      const why = new Map(message.found.map((one) => [keyOf(one), one.why]));
      return { ...listed(state, list), answered: message.asked, why };
    }
  }
  if (!shown) return state;
  switch (message.kind) {
    case "move": {
      const { listRows } = panes(size, memoryHeading);
      if (state.whole) return { ...state, line: lineAfter(state, message.to, facts, size) };
      return at(state, moved(state.place, message.to, { count: state.list.length, page: listRows }));
    }
    case "start_typing":
      return { ...state, typing: true, whole: false };
    case "end_typing":
      return { ...state, typing: false };
    case "type":
      return asks({ ...state, query: state.query + message.text }, facts);
    case "rub_out":
      return asks({ ...state, query: [...state.query].slice(0, -1).join("") }, facts);
    case "clear":
      return asks({ ...state, query: "" }, facts);
    case "filter":
      return asks({ ...state, [message.by]: after(state, message.by) }, facts);
    case "open":
      return { ...state, whole: state.chosen !== undefined, line: 0 };
    case "close":
      if (state.whole) return { ...state, whole: false };
      return state.query === "" ? state : asks({ ...state, query: "" }, facts);
    default:
      return state;
  }
}

/** What is searched for, where something is. */
export function askedBy({ query, category, scope }: MemoryState): RecallAsked | undefined {
  return query.trim() === "" ? undefined : { query, category, scope };
}

export function isSame(a: RecallAsked | undefined, b: RecallAsked | undefined): boolean {
  return a?.query === b?.query && a?.category === b?.category && a?.scope === b?.scope;
}

/** The records whose texts are on the screen. */
export function shownRecords(state: MemoryState, size: Size): readonly Named[] {
  const height = panes(size, memoryHeading).listRows;
  const from = firstShown(state.place, { count: state.list.length, height });
  const rows = state.list.slice(from, from + height);
  return state.chosen ? [...rows, state.chosen] : rows;
}

/** A search keeps the list until its answer comes; without one the filters make it. */
function asks(state: MemoryState, facts: Facts): MemoryState {
  return state.query.trim() === ""
    ? filtered({ ...state, answered: undefined, why: new Map() }, facts)
    : { ...state, line: 0 };
}

function filtered(state: MemoryState, { outline = [] }: Facts): MemoryState {
  const { category, status, scope } = state;
  const passes = (value: string, wanted: string | undefined) => wanted === undefined || value === wanted;
  return listed(
    state,
    outline.filter(
      (row) => passes(row.category, category) && passes(row.status, status) && passes(row.scope, scope),
    ),
  );
}

/** The choice stays on the record that it was on, where that is still in the list. */
function listed(state: MemoryState, list: readonly Named[]): MemoryState {
  const { chosen } = state;
  const found =
    chosen === undefined || state.place === 0 ? -1 : list.findIndex((one) => keyOf(one) === keyOf(chosen));
  return at({ ...state, list }, found >= 0 ? found : within(state.place, list.length));
}

function at(state: MemoryState, place: number): MemoryState {
  const chosen = state.list[place];
  const isOther = chosen === undefined || state.chosen === undefined || keyOf(chosen) !== keyOf(state.chosen);
  return {
    ...state,
    place,
    chosen,
    line: isOther ? 0 : state.line,
    whole: state.whole && chosen !== undefined,
  };
}

function lineAfter({ chosen, why, line }: MemoryState, to: Move, { rows }: Facts, size: Size): number {
  const record = chosen && rows.get(keyOf(chosen));
  if (record === undefined) return 0;
  const lines = detailLines(record, why.get(keyOf(record)), { columns: size.columns, styles: unstyled });
  return scrolledTo(line, to, { lines: lines.length, height: bodyRows(size) });
}

function after(state: MemoryState, by: "category" | "status" | "scope"): string | undefined {
  const values: readonly string[] = { category: categories, status: standings, scope: scopes }[by];
  return state[by] === undefined ? values[0] : values[values.indexOf(state[by]) + 1];
}
