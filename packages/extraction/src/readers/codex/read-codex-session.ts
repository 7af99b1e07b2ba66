import type { Transcript } from "@holdfast/schema";
import { tally } from "../cut-tally.ts";
import { type Cut, turnCutter } from "../cut-turn.ts";
import { boundWarnings, readJsonLines } from "../read-json-lines.ts";
import { unreadable } from "../unreadable.ts";
import { type CodexEntry, type CodexMessage, readCodexEntry } from "./codex-entry.ts";
import type { CodexHeader } from "./codex-header.ts";
import { personsWords } from "./codex-words.ts";

/** The conversation in a rollout of Codex, in the order of the file. A fork gets new times, so times know no turn. */
export function readCodexSession(bytes: Uint8Array, origin: string): Transcript {
  const { lines, warnings } = readJsonLines(bytes);
  const conversation = gatherTurns();
  let known = false;
  let header: CodexHeader | undefined;
  let cwd: string | undefined;
  let startedAt: string | undefined;
  for (const { line, value } of lines) {
    const entry = readCodexEntry(value);
    if (entry === undefined) continue;
    known = true;
    startedAt ??= entry.does === "begin" ? entry.header.at : entry.at;
    if (entry.does === "begin") header ??= entry.header; // a fork holds the header of what it was forked from too
    cwd ??= header?.cwd ?? folderIn(entry);
    conversation.take(entry, line);
  }
  if (!known)
    throw unreadable(
      origin,
      "a Codex session: no line of it is an entry of one",
      "a session file of Codex (a rollout-*.jsonl in ~/.codex/sessions)",
    );
  return {
    session_id: header?.id ?? nameOf(origin),
    origin,
    agent: "codex",
    ...(cwd !== undefined && { project_root: cwd }),
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...conversation.told(),
    restamped: true,
    warnings: boundWarnings(warnings),
  };
}

/** The folder that an entry tells in passing: where no header tells one, it is where the session was started. */
export function folderIn(entry: CodexEntry): string | undefined {
  if (entry.does === "enter") return entry.cwd;
  if (entry.does !== "say" || entry.message.role !== "user") return undefined;
  for (const part of entry.message.parts) {
    const context = part.slice(0, 2_000);
    if (!context.trimStart().startsWith("<environment_context>")) continue;
    const [, tagged, named] =
      /<cwd>([^<\n]+)<\/cwd>|Current working directory: ([^\n]+)/u.exec(context) ?? [];
    return tagged ?? named;
  }
  return undefined;
}

/** The file is called after its session. */
function nameOf(origin: string): string {
  return /([^\\/]+?)(?:\.jsonl)?$/u.exec(origin)?.[1]?.replace(/^rollout-[\dT-]{19}-/u, "") || "unknown";
}

function gatherTurns() {
  const cut = turnCutter();
  const leftOut = tally();
  const cuts: { readonly made: Cut; readonly echoes?: CodexMessage["role"] }[] = [];
  /** Who says something in the items of the file: the events that repeat it are then not read. */
  const heard = new Set<CodexMessage["role"]>();

  return {
    take(entry: CodexEntry, line: number): void {
      const about = { id: `line-${line}`, at: entry.at };
      if (entry.does === "summarise") leftOut.leftOut("summaries of earlier turns");
      else if (entry.does === "instruct") leftOut.leftOut("notes of the host");
      else if (entry.does === "say") takeMessage(about, entry.message);
      else if (entry.does === "call")
        cuts.push({ made: cut({ ...about, role: "assistant", text: "", calls: [entry.call] }) });
      else if (entry.does === "answer")
        cuts.push({ made: cut({ ...about, role: "tool", answers: entry.answers, ...entry.output }) });
    },

    told(): Pick<Transcript, "turns" | "left_out"> {
      const said = cuts.filter(({ echoes }) => echoes === undefined || !heard.has(echoes));
      for (const { made } of said) leftOut.cut(made);
      return { turns: said.flatMap(({ made }) => made.turn ?? []), ...leftOut.told() };
    },
  };

  function takeMessage(
    about: { readonly id: string; readonly at: string | undefined },
    { role, parts, isEcho }: CodexMessage,
  ): void {
    if (isEcho && heard.has(role)) return;
    const words = role === "user" ? personsWords(parts) : { said: parts.join("\n"), leftOut: [] };
    for (const what of words.leftOut) leftOut.leftOut(what);
    const made = cut({ ...about, role, text: words.said });
    if (!isEcho && made.turn !== undefined) heard.add(role);
    cuts.push(isEcho ? { made, echoes: role } : { made });
  }
}
