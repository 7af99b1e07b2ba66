import { type Action, actionSchema, singleLine, verdicts } from "@holdfast/schema";
import { quotedStart } from "./gates/quoted.ts";

/** One action as it was read from a reply. */
export interface Asked {
  /** Where it stood: `actions[2]`. */
  readonly path: string;
  readonly action: Action;
  /** Keys that no action has. */
  readonly extraKeys: readonly string[];
  readonly raw: unknown;
}

/** Something in a reply that is no action. `ref` when it says whom it is about. */
export interface Unread {
  readonly path: string;
  readonly ref: string | undefined;
  readonly message: string;
  readonly raw: unknown;
}

export interface ReadActions {
  readonly asked: readonly Asked[];
  readonly unread: readonly Unread[];
  /** Set when the reply as a whole holds no actions: why. */
  readonly unreadable: string | undefined;
  readonly warnings: readonly string[];
}

/**
 * Reads what a model answered, leniently: `{actions: [...]}`, a bare array, one bare action, or any of these as JSON text. Optionals that are
 * null or empty, and texts on an action that has none, are dropped with a warning; one bad action never costs another. At most
 * {@link mostActions} are read. Never throws; judges nothing.
 */
export function readActions(input: unknown): ReadActions {
  const warnings: string[] = [];
  const list = listIn(input);
  if (list === undefined) {
    const unreadable = `The reply must be {actions: [...]} with one action for each candidate. ${beginningOf(input)}`;
    return { asked: [], unread: [], unreadable, warnings };
  }
  const asked: Asked[] = [];
  const unread: Unread[] = [];
  if (list.length > mostActions)
    warnings.push(`${list.length - mostActions} actions after the first ${mostActions} are ignored.`);
  for (const [index, raw] of list.slice(0, mostActions).entries()) {
    const read = readOne(raw, `actions[${index}]`, warnings);
    if ("action" in read) asked.push(read);
    else unread.push(read);
  }
  return { asked, unread, unreadable: undefined, warnings };
}

/** Most actions read of one reply: ten times what a chunk can need. */
export const mostActions = 200;

/** The start of what came instead, for whoever has to find out why. */
function beginningOf(input: unknown): string {
  const text = textOf(input);
  return text.trim() === "" ? "It was empty." : `It began with ${quotedStart(text.slice(0, 20_000), 200)}.`;
}

function textOf(input: unknown): string {
  if (typeof input === "string") return input;
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return `a ${typeof input} that is no JSON`; // circular, too deep, or a bigint: there is nothing to quote
  }
}

function listIn(input: unknown): readonly unknown[] | undefined {
  const value = parsed(input);
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  if (!Object.hasOwn(value, "actions")) return Object.hasOwn(value, "ref") ? [value] : undefined;
  const actions = parsed(value.actions);
  if (Array.isArray(actions)) return actions;
  return isObject(actions) ? [actions] : undefined;
}

/** JSON in a text, where the text is JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim().replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/u, "$1");
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON: the caller says that the reply is unreadable
  }
}

const known = new Set(Object.keys(actionSchema.shape));
const lenientSchema = actionSchema.strip();

function readOne(raw: unknown, path: string, warnings: string[]): Asked | Unread {
  if (!isObject(raw)) return { path, ref: undefined, message: "An action must be an object.", raw };
  const own = Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => known.has(key) && value !== null),
  );
  const ref = typeof own.ref === "string" ? labelIn(own.ref) : undefined;
  const tidy = {
    ...own,
    ref,
    reason: typeof own.reason === "string" ? own.reason : "",
    ...(typeof own.summary === "string" && { summary: singleLine(own.summary) }), // a heading is one line
    action: typeof own.action === "string" ? own.action.trim().toLowerCase() : own.action,
  };
  const read = lenientSchema.safeParse(withoutUnused(tidy, path, warnings));
  if (!read.success) return { path, ref, message: adviceFor(read.error.issues[0]?.path[0]), raw };
  if (read.data.reason.trim() === "") warnings.push(`${path} gives no reason.`);
  const { target_id } = read.data;
  const action = { ...read.data, ...(target_id !== undefined && { target_id: labelIn(target_id) }) };
  return { path, action, extraKeys: Object.keys(raw).filter((key) => !known.has(key)), raw };
}

/** A label in whatever case; anything else stays as it is, so that a secret in its place is still known as one. */
function labelIn(text: string): string {
  const trimmed = text.trim();
  return /^[cm]\d+$/i.test(trimmed) ? trimmed.toUpperCase() : trimmed;
}

/** What an action of its kind has no use for, and what is empty. An empty list of triggers stays on a merge: a gate judges it. */
function withoutUnused(
  tidy: { action?: unknown; [key: string]: unknown },
  path: string,
  warnings: string[],
): object {
  const used: { [key: string]: unknown } = { ...tidy };
  const drop = (key: string) => {
    if (!isEmpty(used[key])) warnings.push(`${path}.${key} is ignored: ${String(tidy.action)} has none.`);
    delete used[key];
  };
  const isMerge = tidy.action === "merge";
  for (const key of ["summary", "detail", "triggers"]) if (key in used && !isMerge) drop(key);
  if ("target_id" in used && (tidy.action === "add" || tidy.action === "discard")) drop("target_id");
  for (const key of ["target_id", "summary"]) if (isEmpty(used[key])) delete used[key];
  return used;
}

function isEmpty(value: unknown): boolean {
  return (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);
}

function adviceFor(field: PropertyKey | undefined): string {
  if (field === "ref") return "ref must be the label of a candidate, such as C1.";
  if (field === "action") return `action must be one of ${verdicts.join(", ")}.`;
  if (field === "triggers") return "triggers must be a list of {type, value}.";
  return `${String(field)} must be a text.`;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
