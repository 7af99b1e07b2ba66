import type { Transcript } from "@holdfast/schema";
import { tally } from "../cut-tally.ts";
import { type Cut, turnCutter } from "../cut-turn.ts";
import { fieldsOf } from "../read-fields.ts";
import { boundWarnings, readJsonLines } from "../read-json-lines.ts";
import { unreadable } from "../unreadable.ts";
import { documentParts } from "./gemini-document.ts";
import { type GeminiHeader, readGeminiHeader } from "./gemini-header.ts";
import { type GeminiCall, type GeminiMessage, readGeminiMessage } from "./gemini-message.ts";
import { personsWords } from "./gemini-words.ts";

/**
 * The conversation in a session of Gemini CLI: one JSON object, or records line by line, of which one with the id of an earlier one
 * takes its place.
 */
export function readGeminiSession(bytes: Uint8Array, origin: string): Transcript {
  const { header, conversation, warnings } = isDocument(bytes) ? readDocument(bytes) : readLines(bytes);
  if (header === undefined && !conversation.hasSome())
    throw unreadable(
      origin,
      "a Gemini CLI session: it has no sessionId and projectHash",
      "a session file of Gemini CLI (a session-*.json or .jsonl in ~/.gemini/tmp/*/chats)",
    );
  return {
    session_id: header?.id ?? nameOf(origin),
    origin,
    agent: "gemini",
    ...(header?.at !== undefined && { started_at: header.at }),
    ...conversation.told(),
    warnings: boundWarnings(warnings),
  };
}

/** The file is called after its session. */
function nameOf(origin: string): string {
  return /([^\\/]+?)(?:\.jsonl?)?$/u.exec(origin)?.[1] ?? "unknown";
}

interface Read {
  readonly header: GeminiHeader | undefined;
  readonly conversation: ReturnType<typeof gatherTurns>;
  readonly warnings: readonly string[];
}

/** True when the first object of the file holds its messages, instead of a record that lines follow. */
function isDocument(bytes: Uint8Array): boolean {
  for (const part of documentParts(bytes)) {
    if ("message" in part) return true;
    if ("brokenAfter" in part) return part.brokenAfter !== undefined;
    if (part.field === "messages") return false;
  }
  return false;
}

function readDocument(bytes: Uint8Array): Read {
  const conversation = gatherTurns();
  const warnings: string[] = [];
  const about: { [field: string]: unknown } = {};
  for (const part of documentParts(bytes)) {
    if ("field" in part) about[part.field] = part.value;
    else if ("brokenAfter" in part)
      warnings.push(`The file breaks off after message ${part.brokenAfter ?? 0}; the rest is left out.`);
    else {
      const message = readGeminiMessage(part.value);
      if (message !== undefined) conversation.add(message, `message-${part.message}`);
      else warnings.push(`Message ${part.message} is no message of a session; left out.`);
    }
  }
  return { header: readGeminiHeader(about), conversation, warnings };
}

function readLines(bytes: Uint8Array): Read {
  const { lines, warnings } = readJsonLines(bytes);
  const conversation = gatherTurns();
  let about: { readonly [field: string]: unknown } = {};
  for (const { line, value } of lines) {
    const message = readGeminiMessage(value);
    if (message !== undefined) conversation.put(message, `line-${line}`);
    else {
      const { $set } = fieldsOf(value);
      const { messages, ...set } = fieldsOf($set);
      if (readGeminiHeader(value) !== undefined) about = { ...about, ...fieldsOf(value) };
      about = { ...about, ...set };
      if (Array.isArray(messages)) conversation.rewrite(messages, `line-${line}`);
    }
  }
  return { header: readGeminiHeader(about), conversation, warnings };
}

function gatherTurns() {
  const cut = turnCutter();
  /** What became of each message, by its id, in the order in which they came first. */
  const made = new Map<string, readonly Cut[]>();

  return {
    hasSome: () => made.size > 0,

    /** One more message; an id that comes twice is made two. */
    add(message: GeminiMessage, place: string): void {
      const id = message.id ?? place;
      take(message, made.has(id) ? `${id}@${place}` : id);
    },

    /** A message, or what it is now. */
    put(message: GeminiMessage, place: string): void {
      take(message, message.id ?? place);
    },

    /** The history as the program keeps it from now on: shortened and summed up. What was said stands in the lines before. */
    rewrite(messages: readonly unknown[], place: string): void {
      if (made.size > 0) return void made.set(place, [{ leftOut: "summaries of earlier turns" }]);
      for (const [index, value] of messages.entries()) {
        const message = readGeminiMessage(value);
        if (message !== undefined) take(message, message.id ?? `${place}/${index + 1}`);
      }
    },

    told(): Pick<Transcript, "turns" | "left_out"> {
      const leftOut = tally();
      const cuts = [...made.values()].flat();
      for (const one of cuts) leftOut.cut(one);
      return { turns: cuts.flatMap(({ turn }) => turn ?? []), ...leftOut.told() };
    },
  };

  function take(message: GeminiMessage, id: string): void {
    const { at, role, parts, calls } = message;
    if (role === undefined) return;
    const words = role === "user" ? personsWords(parts) : { said: parts.join("\n"), leftOut: [] };
    const cuts: Cut[] = words.leftOut.map((what) => ({ leftOut: what }));
    cuts.push(cut({ id, at, role, text: words.said, calls }));
    for (const [index, call] of calls.entries()) cuts.push(...answerTo(call, `${id}/${index + 1}`));
    made.set(id, cuts);
  }

  function answerTo({ id: answers, tool, input, at, result }: GeminiCall, id: string): Cut[] {
    if (result === undefined) return [];
    const known = answers ?? id;
    if (answers === undefined) cut({ id, role: "assistant", text: "", calls: [{ id, tool, input }] });
    return [cut({ id, at, role: "tool", tool, answers: known, ...result })];
  }
}
