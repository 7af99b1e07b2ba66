import type { Turn } from "@holdfast/schema";
import { cutUnread } from "../cut-unread.ts";
import { fieldsOf, type PiEntry, type PiMessage, readPiMessage, readPiPart } from "./pi-entry.ts";

/** The turn an entry makes, or undefined when it makes none: another type or role, or nothing left to read. */
export function turnOf(entry: PiEntry): Turn | undefined {
  const message = entry.type === "message" ? readPiMessage(entry.message) : undefined;
  if (message === undefined || memoryTools.has(message.toolName ?? "")) return undefined;
  const text = cutUnread(textOf(message));
  if (text.trim() === "") return undefined;

  const at = entry.timestamp ?? message.timestamp;
  const turn: Turn = { id: entry.id ?? `line-${entry.line}`, role: roles[message.role], text };
  if (at !== undefined) turn.at = at;
  if (message.role === "toolResult") {
    turn.tool = message.toolName ?? "unknown";
    turn.failed = message.isError;
  }
  return turn;
}

/** Our own tools: what they say was memory already. */
const memoryTools: ReadonlySet<string> = new Set(["save_to_memory", "recall_memory"]);

const roles = { user: "user", assistant: "assistant", toolResult: "tool" } as const;

/** Most characters of a tool call that are shown in an assistant's turn. */
const longestCall = 300;

function textOf({ content }: PiMessage): string {
  return typeof content === "string" ? content : content.flatMap(wordsOf).join("\n");
}

function wordsOf(value: unknown): string[] {
  const part = readPiPart(value);
  if (part === undefined) return [];
  if (part.type === "text") return [part.text];
  return memoryTools.has(part.name) ? [] : [showCall(part.name, part.arguments)];
}

function showCall(name: string, input: unknown): string {
  const { command, path, pattern } = fieldsOf(input);
  const telling = command ?? path ?? pattern ?? input;
  const shown = typeof telling === "string" ? telling : (JSON.stringify(telling) ?? "");
  return `[${name}] ${shown.slice(0, longestCall).toWellFormed()}`.trimEnd();
}
