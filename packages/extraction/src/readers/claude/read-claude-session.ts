import type { Transcript, Turn } from "@holdfast/schema";
import { judgeCall } from "../cut-call.ts";
import { tally } from "../cut-tally.ts";
import { type Cut, turnCutter } from "../cut-turn.ts";
import { boundWarnings, readJsonLines } from "../read-json-lines.ts";
import { unreadable } from "../unreadable.ts";
import {
  type ClaudeEntry,
  type ClaudeQueueStep,
  type ClaudeResult,
  readClaudeEntry,
} from "./claude-entry.ts";
import { personsWords, queuedPersonsWords, type Words, wordsInResult } from "./persons-words.ts";
import { queuedWords } from "./queued-words.ts";

/** The conversation in a session of Claude Code, in the order of the file. */
export function readClaudeSession(bytes: Uint8Array, origin: string): Transcript {
  const { lines, warnings } = readJsonLines(bytes);
  const conversation = gatherTurns();
  let known = false;
  let sessionId: string | undefined;
  let cwd: string | undefined;
  let startedAt: string | undefined;
  for (const { line, value } of lines) {
    const entry = readClaudeEntry(value, line);
    if (entry === undefined) continue;
    known = true;
    sessionId = entry.sessionId ?? sessionId; // a resumed session may hold lines of the one before: its own come last
    cwd ??= entry.cwd;
    startedAt ??= entry.at;
    conversation.take(entry);
  }
  if (!known)
    throw unreadable(
      origin,
      "a Claude Code session: no line of it is an entry of one",
      "a session file of Claude Code (a .jsonl in ~/.claude/projects)",
    );
  return {
    session_id: sessionId ?? nameOf(origin),
    origin,
    agent: "claude",
    ...(cwd !== undefined && { project_root: cwd }),
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...conversation.told(),
    warnings: boundWarnings(warnings),
  };
}

/** The file is called after its session. */
function nameOf(origin: string): string {
  return /([^\\/]+?)(?:\.jsonl)?$/u.exec(origin)?.[1] ?? "unknown";
}

function gatherTurns() {
  const cut = turnCutter();
  const leftOut = tally();
  const queue = queuedWords();
  /** Undefined where a queued message would stand, until it is known whether a line of its own delivers it. */
  const cuts: (Cut | undefined)[] = [];
  const ids = new Set<string>();
  /** Of an entry with many turns: where counting goes on, so that it is not begun anew for each. */
  const taken = new Map<string, number>();
  /** The tools of the calls whose results are read, by the id of the call: in a result of another, nobody speaks. */
  const called = new Map<string, string>();

  return {
    take(entry: ClaudeEntry): void {
      const why = whyNotRead(entry);
      if (why !== undefined) leftOut.leftOut(why);
      else if (entry.queue !== undefined) takeQueueStep(entry, entry.queue);
      else if (entry.type === "user") takeUser(entry);
      else if (entry.type === "assistant") {
        const { text, calls } = entry.content;
        for (const { id, tool, input } of calls)
          if (id !== undefined && judgeCall(tool, input).leftOut === undefined) called.set(id, tool);
        cuts.push(cut({ id: idOf(entry), at: entry.at, role: "assistant", text, calls }));
      }
    },

    told(): Pick<Transcript, "turns" | "left_out"> {
      for (const { text, at, line, place } of queue.left())
        cuts[place] = cutUser(queuedPersonsWords(text), `line-${line}`, at);
      const turns: Turn[] = [];
      for (const made of cuts) {
        if (made === undefined) continue;
        leftOut.cut(made);
        if (made.turn !== undefined) turns.push(made.turn);
      }
      return { turns, ...leftOut.told() };
    },
  };

  function takeQueueStep({ line, at, uuid, isMeta }: ClaudeEntry, { does, text }: ClaudeQueueStep): void {
    if (does === "dequeue") queue.dequeued();
    else if (does === "remove") queue.removed(text);
    else if (does === "withdraw") queue.withdrawn(text);
    else if (does === "disown") queue.disowned(text);
    else if (text === undefined || text.trim() === "" || isMeta) return;
    else if (does === "enqueue") queue.typed({ text, at, line, place: cuts.push(undefined) - 1 });
    else if (!queue.attached(text))
      cuts.push(cutUser(queuedPersonsWords(text), unique(uuid ?? `line-${line}`, line), at));
  }

  function takeUser(entry: ClaudeEntry): void {
    const { text, results } = entry.content;
    for (const result of results) takeResult(entry, result);
    if (text.trim() === "") return;
    const typed = queue.delivered(text);
    if (typed === undefined && entry.isForeign) queue.disowned(text);
    cuts.push(cutUser(wordsOf(entry, text), idOf(entry), typed?.at ?? entry.at));
  }

  function takeResult(entry: ClaudeEntry, { answers, text, failed }: ClaudeResult): void {
    const tool = answers === undefined ? undefined : called.get(answers);
    const { note, said } = wordsInResult(text, { tool, failed });
    cuts.push(cut({ id: idOf(entry), at: entry.at, role: "tool", text: note, answers, failed }));
    if (said !== undefined) cuts.push(cutUser({ said }, idOf(entry), entry.at));
  }

  function cutUser(words: Words, id: string, at: string | undefined): Cut {
    return words.said === undefined
      ? { leftOut: words.instead }
      : cut({ id, at, role: "user", text: words.said });
  }

  function idOf({ uuid, line }: ClaudeEntry): string {
    return unique(uuid ?? `line-${line}`, line);
  }

  /** An entry that makes several turns, and one whose id comes a second time, get ids of their own. */
  function unique(wanted: string, line: number): string {
    const again = `${wanted}@line-${line}`;
    let id = wanted;
    let n = taken.get(again) ?? 2;
    for (; ids.has(id); n++) id = n === 2 ? again : `${again}/${n - 1}`;
    if (id !== wanted) taken.set(again, n);
    ids.add(id);
    return id;
  }
}

function whyNotRead({ type, queue, isSidechain, isSummary, isSynthetic }: ClaudeEntry): string | undefined {
  if (type !== "user" && type !== "assistant" && queue === undefined) return undefined;
  if (isSidechain) return "entries of sub-agents";
  if (isSummary) return "summaries of earlier turns";
  return isSynthetic ? "notes of the host" : undefined;
}

function wordsOf({ isMeta, isPlan, isForeign }: ClaudeEntry, text: string): Words {
  if (isMeta) return { instead: "notes of the host" };
  if (isPlan) return { instead: "plans of the agent" };
  return isForeign ? { instead: "messages of other programs" } : personsWords(text);
}
