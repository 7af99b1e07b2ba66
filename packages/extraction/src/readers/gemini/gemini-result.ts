import { fieldsOf, textIn } from "../read-fields.ts";

/** What a tool gave back. `failed` where that is told. */
export interface GeminiResult {
  readonly text: string;
  readonly failed?: boolean;
}

/** The answer to a recorded call, or undefined when there is none yet. */
export function readGeminiResult(call: unknown): GeminiResult | undefined {
  const { id, name, result, status } = fieldsOf(call);
  if (result === undefined || result === null) return undefined;
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result];
  const called = textIn(id);
  const isTold = called !== undefined && parts.some((part) => answeredBy(part) === called);
  const answers = parts
    .filter((part) => !isTold || [called, undefined].includes(answeredBy(part)))
    .map(answerIn);
  const text = answers.flatMap((answer) => answer.text ?? []).join("\n");
  const isFailed = status === "error" || status === "cancelled" || answers.some(({ isError }) => isError);
  if (isFailed || (name === "run_shell_command" && exited.test(text.slice(-1_000))))
    return { text, failed: true };
  return status === "success" ? { text, failed: false } : { text };
}

/** A command that failed is a success of the tool; its exit code stands at the end, when it is not 0. */
const exited = /^Exit Code: -?[1-9]\d*$/mu;

interface Answer {
  readonly text?: string;
  readonly isError?: boolean;
}

/** The id of the call that a part answers: a list may hold the answers to other calls of the same turn. */
function answeredBy(part: unknown): string | undefined {
  return textIn(fieldsOf(fieldsOf(part).functionResponse).id);
}

function answerIn(part: unknown): Answer {
  if (typeof part === "string") return { text: part };
  const { text, functionResponse } = fieldsOf(part);
  if (functionResponse === undefined) return typeof text === "string" ? { text } : {};
  const { response } = fieldsOf(functionResponse);
  const { output, error, content } = fieldsOf(response);
  const isError = error !== undefined && error !== null;
  const told = wordsOf(output) ?? wordsOf(isError ? error : undefined) ?? wordsOf(content);
  return { text: told ?? asJson(response), isError };
}

/** A text, or the texts of a list of parts as tools of MCP servers give them. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((part) => fieldsOf(part).text).filter((text) => typeof text === "string");
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return ""; // Nested deeper than the stack: no tool answers like that.
  }
}
