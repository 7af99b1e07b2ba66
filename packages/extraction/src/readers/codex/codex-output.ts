import { fieldsOf } from "../read-fields.ts";

/** What a tool gave back. `failed` where that is told. */
export interface CodexOutput {
  readonly text: string;
  readonly failed?: boolean;
}

/**
 * Reads the output of a call in all the forms it ever had: a text, with a head that tells the exit code or without; JSON in a text, with the
 * exit code beside it; `{content, success}`; and a list of parts, of which images say nothing in words.
 */
export function readCodexOutput(output: unknown): CodexOutput {
  if (typeof output === "string") return readWrapped(output) ?? readHead(output);
  if (Array.isArray(output)) return readHead(textOf(output));
  const { content, content_items, success, output: inner } = fieldsOf(output);
  const read = readCodexOutput(textOf(content ?? inner ?? content_items));
  return typeof success === "boolean" ? { ...read, failed: !success } : read;
}

/** `{"output": "...", "metadata": {"exit_code": 1}}`, as a text. */
function readWrapped(text: string): CodexOutput | undefined {
  if (!/^\s*\{\s*"(?:output|metadata)"\s*:/u.test(text.slice(0, 100))) return undefined;
  let wrapped: unknown;
  try {
    wrapped = JSON.parse(text);
  } catch {
    return undefined; // A tool's own output that only begins like it.
  }
  const { output, metadata } = fieldsOf(wrapped);
  const { exit_code } = fieldsOf(metadata);
  if (typeof output !== "string" || typeof metadata !== "object") return undefined;
  return typeof exit_code === "number" ? { text: output, failed: exit_code !== 0 } : { text: output };
}

/** The head that later versions put before an output is not the tool's. */
function readHead(text: string): CodexOutput {
  const [head] = outputHead.exec(text.slice(0, 2_000)) ?? [];
  if (head === undefined) return { text };
  const [, code] = /^(?:Exit code:|Process exited with code) (-?\d+)$/mu.exec(head) ?? [];
  const rest = text.slice(head.length);
  if (head.startsWith("Script failed")) return { text: rest, failed: true };
  return code === undefined ? { text: rest } : { text: rest, failed: Number(code) !== 0 };
}

const outputHead =
  /^(?:(?:Command:|Script (?:completed|failed|running)|Chunk ID:|Wall time:?|Exit code:|Process (?:exited|running)|Original token count:|Total output lines:)[^\n]*\n)+Output:\n/u;

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = (Array.isArray(content) ? content : []).map((part) => fieldsOf(part).text);
  return texts.filter((text) => typeof text === "string").join("\n");
}
