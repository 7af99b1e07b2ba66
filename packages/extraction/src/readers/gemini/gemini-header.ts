import { fieldsOf, instantIn, textIn } from "../read-fields.ts";
import { readJsonLines } from "../read-json-lines.ts";
import { documentParts } from "./gemini-document.ts";

/** What a session says of itself. Its folder is told only as a hash, and by the folder of the file. */
export interface GeminiHeader {
  readonly id: string;
  readonly at: string | undefined;
  /** True for a session that an agent started, not a person. */
  readonly isSubagent: boolean;
}

/** The header in a value, or undefined when it is none. */
export function readGeminiHeader(value: unknown): GeminiHeader | undefined {
  const { sessionId, projectHash, startTime, kind } = fieldsOf(value);
  const id = textIn(sessionId);
  if (id === undefined || textIn(projectHash) === undefined) return undefined;
  return { id, at: instantIn(startTime), isSubagent: kind === "subagent" };
}

/** The header in the beginning of a file of either form. Whose session it is may stand behind the messages. */
export function geminiHeaderIn(beginning: Uint8Array): GeminiHeader | undefined {
  const fields: { [field: string]: unknown } = {};
  for (const part of documentParts(beginning)) if ("field" in part) fields[part.field] = part.value;
  const header = readGeminiHeader(fields);
  if (header !== undefined) return header;
  for (const { value } of readJsonLines(beginning).lines) {
    const found = readGeminiHeader(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
