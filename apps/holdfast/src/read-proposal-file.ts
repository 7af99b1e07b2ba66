import { readFile } from "node:fs/promises";
import { HoldfastError } from "@holdfast/schema";
import { usageError } from "./print-error.ts";

const nothing = "Nothing was staged.";

/** The JSON of a file, or of stdin with `-` or without a file. A terminal is not waited for. */
export async function readProposalFile(file: string | undefined): Promise<unknown> {
  if ((file === undefined || file === "-") && process.stdin.isTTY) {
    throw usageError("No file was given and stdin is a terminal. Give a file, or pipe JSON in.");
  }
  const text = file === undefined || file === "-" ? await readStdin() : await readText(file);
  const name = file === undefined || file === "-" ? "stdin" : file;
  if (text.trim() === "") throw noProposal(`${name} is empty.`);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw noProposal(`${name} is not JSON: ${why}.`, cause);
  }
}

function noProposal(message: string, cause?: unknown): HoldfastError {
  return new HoldfastError("invalid_candidates", message, {
    hint: `Send {"lessons": [], "preferences": [], "decisions": [], "domain": []}. ${nothing}`,
    cause,
  });
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const why =
      { ENOENT: "it does not exist", EISDIR: "it is a folder", EACCES: "it may not be read" }[code] ?? code;
    throw new HoldfastError("not_found", `${file} can't be read: ${why}.`, {
      hint: `Check the path. ${nothing}`,
      cause,
    });
  }
}
