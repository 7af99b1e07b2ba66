import { shellCommandOf } from "./cut-shell.ts";
import { fieldsOf } from "./read-fields.ts";

/**
 * The telling part of what a tool was given: a command, a path, a pattern, a query or an address; else all of it as JSON. Never
 * throws, whatever it is.
 */
export function tellInput(input: unknown): string {
  if (typeof input === "string") return input;
  const command = shellCommandOf(input);
  if (command !== undefined) return command;
  const fields = fieldsOf(input);
  const telling = tellingFields.map((field) => fields[field]).find((value) => typeof value === "string");
  return telling === undefined ? asJson(input) : String(telling);
}

const tellingFields = [
  "path",
  "file_path",
  "filePath",
  "absolute_path",
  "notebook_path",
  "pattern",
  "query",
  "url",
] as const;

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return ""; // Nested deeper than the stack: no call of any tool looks like that.
  }
}
