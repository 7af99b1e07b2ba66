import { readBlock, withoutEscapes } from "@holdfast/schema";
import { mostActions } from "../read-actions.ts";

/**
 * What a model answered, as `checkActions` takes it: a tool's input as it is; a text as the actions that can be read in it, through code fences, prose,
 * typographic quotes, trailing commas, a cut-off end and repeated encoding. Complete actions are kept, one that breaks off is
 * dropped, and nothing is made up. Where there are none, the reply comes back as it is, and is then called unreadable. Never throws; linear in
 * the length of the text.
 */
export function readReply(reply: unknown): unknown {
  const actions = actionsIn({ value: reply, whole: true, layers: mostLayers });
  const asItIs = actions === undefined || (isObject(reply) && reply.actions === actions);
  return asItIs ? reply : { actions };
}

/** How often actions may be wrapped, as a JSON string or an object, one in the other. */
const mostLayers = 6;

interface Wrapped {
  readonly value: unknown;
  /** False when it broke off: then only what stands in a list is complete. */
  readonly whole: boolean;
  /** How often it may be wrapped yet. */
  readonly layers: number;
}

type Actions = readonly unknown[];

function actionsIn({ value, whole, layers }: Wrapped): Actions | undefined {
  if (layers < 0) return undefined;
  const inside = (inner: unknown) => actionsIn({ value: inner, whole, layers: layers - 1 });
  if (typeof value === "string") return actionsInText(value, layers - 1);
  if (Array.isArray(value)) return membersIn(value, inside);
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, "actions")) return inside(value.actions);
  if (Object.hasOwn(value, "ref")) return whole ? [value] : undefined;
  const [inner, ...others] = Object.entries(value)
    .filter(([key, held]) => wrapsActions(held) || (argumentKeys.has(key) && isText(held)))
    .map(([, held]) => held);
  return others.length === 0 ? inside(inner) : undefined;
}

/** The members of a list, each of which may have been encoded on its own. */
function membersIn(list: Actions, inside: (value: unknown) => Actions | undefined): Actions {
  if (!list.slice(0, mostActions).some(isText)) return list;
  return list.map((member, index) => {
    const actions = isText(member) && index < mostActions ? inside(member) : undefined;
    return actions?.length === 1 ? actions[0] : member;
  });
}

/** Where a call that was written down has its arguments as text. Any other text may quote what was judged. */
const argumentKeys: ReadonlySet<string> = new Set(["arguments", "input", "parameters"]);

function wrapsActions(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "actions");
}

/** A text is JSON, or has JSON in it, or is the content of a JSON string. */
function actionsInText(text: string, layers: number): Actions | undefined {
  if (layers < 0) return undefined;
  const value = parsed(text);
  if (value !== undefined) return actionsIn({ value, whole: true, layers });
  const found = actionsInBlocks(text, layers);
  return found ?? (text.includes('\\"') ? actionsInText(withoutEscapes(text), layers - 1) : undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined; // no strict JSON: it is read leniently
  }
}

/**
 * The actions of all JSON in a text: in lists, or one by one, never both, for some may be quoted from what was judged; and nothing is
 * read after JSON that breaks off, for there its strings may pass as actions.
 */
function actionsInBlocks(text: string, layers: number): Actions | undefined {
  const lists: Actions[] = [];
  const single: unknown[] = [];
  const opening =
    /\{(?=\s*["'\u2018\u201c-\u201e\u00ab\uff02])|\[(?=\s*[{"'\u2018\u201c-\u201e\u00ab\uff02])/g;
  for (let count = 0; count < mostBlocks; count++) {
    const sign = opening.exec(text);
    if (!sign) break;
    const { value, end, whole, telling } = readBlock(text, sign.index);
    const actions = actionsIn({ value, whole, layers });
    if (isObject(value) && Object.hasOwn(value, "ref")) single.push(...(actions ?? []));
    else if (actions && (isObject(value) || actions.some(isAction))) lists.push(actions);
    if (!whole && telling) break;
    opening.lastIndex = end;
  }
  // A list and single actions in one text: one of them may be quoted from what was judged, and no one can say which.
  if (lists.length > 0 && single.length > 0) return [];
  if (lists.length > 0) return lists.flat();
  return single.length > 0 ? single : undefined;
}

/** Most values looked at in one text: a bound on time alone. */
const mostBlocks = 10_000;

function isAction(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "ref");
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
