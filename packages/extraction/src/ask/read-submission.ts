import { type Category, categoryOf, type Group, groups, readBlock } from "@holdfast/schema";

/** A member of a submission, unread. */
export interface Submitted {
  readonly category: Category;
  readonly member: unknown;
  /** `lessons[2]`: how it is called in what is said about it. */
  readonly path: string;
}

/** What a reply submits, and how many more than are looked at. */
export interface Submission {
  readonly members: readonly Submitted[];
  readonly leftOut: number;
}

/** Most members that are looked at in one list of a reply: each list has its share, so that none crowds out another. */
const mostInAList = 100;

/**
 * The members of a model's reply, whatever it is wrapped in: a tool's input, JSON in a text or in a string, with or without an outer
 * `candidates`. Undefined when there is none of the four lists in it. Nothing is judged and nothing made up; complete members of a reply
 * that breaks off are kept. Never throws; linear in the length of a text.
 */
export function readSubmission(reply: unknown): Submission | undefined {
  const lists = listsIn(reply, mostLayers);
  if (lists === undefined) return undefined;
  let leftOut = 0;
  const members = groups.flatMap((group): Submitted[] => {
    const list = lists[group];
    if (list === undefined || list === null) return [];
    const category = categoryOf(group)!;
    if (!Array.isArray(list)) return [{ category, member: list, path: group }];
    leftOut += Math.max(0, list.length - mostInAList);
    return list.slice(0, mostInAList).map((member: unknown, index) => {
      return { category, member, path: `${group}[${index}]` };
    });
  });
  return { members, leftOut };
}

const mostLayers = 4;

type Lists = { readonly [group in Group]?: unknown };

function listsIn(value: unknown, layers: number): Lists | undefined {
  if (layers === 0) return undefined;
  if (typeof value === "string") return listsInText(value, layers);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (groups.some((group) => Object.hasOwn(value, group))) return value;
  for (const key of wrappers) {
    const inner = Object.hasOwn(value, key) ? (value as { [key: string]: unknown })[key] : undefined;
    const lists = listsIn(inner, layers - 1);
    if (lists !== undefined) return lists;
  }
  return undefined;
}

/** Where models put arguments. */
const wrappers = ["candidates", "input", "arguments", "parameters"] as const;

/** The last object with a list in it: a model that thinks aloud ends with its answer. */
function listsInText(text: string, layers: number): Lists | undefined {
  let found: Lists | undefined;
  const opening = /\{(?=\s*["'\u201c])/g;
  for (let count = 0; count < mostBlocks; count++) {
    const sign = opening.exec(text);
    if (sign === null) break;
    const { value, end, telling } = readBlock(text, sign.index);
    const lists = listsIn(value, layers - 1);
    found = lists ?? found;
    if (lists !== undefined || telling) opening.lastIndex = end;
  }
  return found;
}

/** Most values looked at in one text: a bound on time alone. */
const mostBlocks = 1_000;
