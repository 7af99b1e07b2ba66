import { requestMark, type ToolCall, type Turn } from "@holdfast/schema";
import { type CallKind, judgeCall } from "./cut-call.ts";
import { tellInput } from "./cut-input.ts";
import { cutMiddle } from "./cut-middle.ts";
import { cutRemembered } from "./cut-remembered.ts";
import { type CutText, cutUnread } from "./cut-unread.ts";

/** An entry as an agent wrote it, before anything is cut out of it. */
export interface RawTurn {
  readonly id: string;
  readonly at?: string | undefined;
  readonly role: Turn["role"];
  readonly text: string;
  /** For `assistant`: what it called, with the id by which the answer names it. */
  readonly calls?: readonly RawCall[];
  /** For `tool`: the id of the call it answers, and what the entry itself says of the tool. */
  readonly answers?: string | undefined;
  readonly tool?: string | undefined;
  readonly failed?: boolean | undefined;
}

export interface RawCall {
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

/**
 * What became of an entry: a turn, and what was cut out of it; or why there is none (undefined where it simply said nothing). The
 * reasons are words for a person, to be counted.
 */
export type Cut =
  | { readonly turn: Turn; readonly cut?: readonly string[] }
  | { readonly turn?: undefined; readonly leftOut?: string };

/**
 * Makes turns of entries, in the order of the file: the one place where something is cut, for all agents. What a person marked
 * `<private>`, memory that was injected or recalled, boot files, blocks of the host and our own files and output are taken out;
 * results of tools keep their beginning and their end. What a person or an agent said is never shortened. Remembers the calls, so
 * that a result is known by what was called, and whose last turn left a private block open: where the next turn of the same role closes
 * it, what stands before goes too. Linear, whatever the text.
 */
export function turnCutter(): (raw: RawTurn) => Cut {
  const called = new Map<string, Called>();
  const before = new Map<
    Turn["role"],
    { readonly id: string; readonly wasOpen: boolean; readonly isOpen: boolean }
  >();
  return (raw) => {
    const last = before.get(raw.role);
    const isAgain = raw.id !== "" && raw.id === last?.id; // an entry that takes the place of an earlier one
    const wasOpen = (isAgain ? last?.wasOpen : last?.isOpen) ?? false;
    const unread = cutUnread(raw.text, wasOpen);
    if (raw.text.trim() !== "") before.set(raw.role, { id: raw.id, wasOpen, isOpen: unread.isOpen === true });
    return raw.role === "tool" ? cutResult(raw, unread, called) : cutWords(raw, unread, called);
  };
}

/** A call, bounded, and what its result is to us. */
interface Called {
  readonly call: ToolCall;
  readonly kind: CallKind;
}

/** Most characters that are kept of a tool's result, and of what it was given. */
const longestResult = 4_000;
const longestInput = 300;

function cutWords(raw: RawTurn, { text, cut }: CutText, called: Map<string, Called>): Cut {
  if (raw.role === "user" && raw.text.startsWith(requestMark)) return { leftOut: "requests of Holdfast" };
  const reasons = new Set(cut);
  const calls = (raw.calls ?? []).flatMap((rawCall) => {
    const { call, kind, cut } = cutCall(rawCall);
    if (rawCall.id !== undefined) called.set(rawCall.id, { call, kind });
    for (const what of cut) reasons.add(what);
    return mayBeShown(kind) ? [call] : [];
  });
  if (text.trim() === "" && calls.length === 0) return nothing([...reasons]);
  const turn: Turn = { id: raw.id, role: raw.role, text: text.trim() === "" ? "" : text };
  if (raw.at !== undefined) turn.at = raw.at;
  if (calls.length > 0) turn.calls = calls;
  return turnWith(turn, [...reasons]);
}

function cutCall({ tool, input }: RawCall): Called & { readonly cut: readonly string[] } {
  const kind = judgeCall(tool, input);
  const name = cutUnread(tool);
  if (!mayBeShown(kind)) return { call: { tool: name.text, input: "" }, kind, cut: ["calls about memory"] };
  const { text, cut } = cutUnread(tellInput(input));
  return {
    call: { tool: name.text, input: beginningOf(text, longestInput) },
    kind,
    cut: [...name.cut, ...cut],
  };
}

/** A call of a memory tool, of our own command or into a memory folder may say what is remembered, be it in the name of a file. */
function mayBeShown({ leftOut }: CallKind): boolean {
  return leftOut === undefined || leftOut === "boot files";
}

function cutResult(raw: RawTurn, unread: CutText, called: ReadonlyMap<string, Called>): Cut {
  const known = raw.answers === undefined ? undefined : called.get(raw.answers);
  const tool = known?.call.tool ?? cutUnread(raw.tool ?? "unknown").text;
  const kind = known?.kind ?? judgeCall(tool, undefined);
  if (kind.leftOut !== undefined) return { leftOut: kind.leftOut };
  if (kind.maybeLog && ownLine.test(raw.text)) return { leftOut: "memory files" };

  const { text, cut: remembered } = cutRemembered(unread.text);
  const cut = [...new Set([...unread.cut, ...remembered])];
  if (text.trim() === "") return nothing(cut);
  const kept = cutMiddle(text, longestResult);
  const turn: Turn = { id: raw.id, role: "tool", text: kept.text, tool };
  if (raw.at !== undefined) turn.at = raw.at;
  if (known !== undefined) turn.input = known.call.input;
  if (raw.failed !== undefined) turn.failed = raw.failed;
  if (kind.showsFile) turn.shows_file = true;
  if (kept.shortened > 0) turn.shortened = kept.shortened;
  return turnWith(turn, cut);
}

/** A line of a ledger or a run log, as no other program writes it. */
const ownLine = /"(?:candidate_id|run_id)":\s?"(?:cand|run)_|^\{"key":"[^"\n]*","session_id":/mu;

function nothing(reasons: readonly string[]): Cut {
  return reasons[0] === undefined ? {} : { leftOut: reasons[0] };
}

function turnWith(turn: Turn, cut: readonly string[]): Cut {
  return cut.length > 0 ? { turn, cut } : { turn };
}

/** At most `most` characters, whole code points. A copy: a slice would keep all of a long text in memory. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return cutMiddle(text, most, 0).text;
}
