import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { textHash } from "@holdfast/schema";
import { labelOfSentence } from "./cue-sentences.ts";
import type { Snippet } from "./snippets.ts";

/** Where the data of development lies on this machine; undefined where there is none. */
export function findData(): string | undefined {
  const folder = process.env.HOLDFAST_DATA ?? join(import.meta.dirname, "../../../../../shared/data");
  return existsSync(join(folder, "memory-items/user-cue-sentences.json")) ? folder : undefined;
}

/** The sentences with their labels, found by hash. Throws when one was never labelled: then it is not the text we read. */
export function readSentences(
  folder: string,
): { readonly text: string; readonly wanted: readonly string[] }[] {
  const path = join(folder, "memory-items/user-cue-sentences.json");
  const rows = JSON.parse(readFileSync(path, "utf8")) as { text: string }[];
  return rows.map(({ text }) => {
    const wanted = labelOfSentence.get(textHash(text));
    if (wanted === undefined) throw new Error(`No label for the sentence ${textHash(text)}.`);
    return { text, wanted };
  });
}

/** The 40 snippets with the labels that came with them. */
export function readSnippets(folder: string): Snippet[] {
  const labels = new Map(
    linesOf<Pick<Snippet, "id" | "memories">>(join(folder, "extraction/labels.jsonl")).map((row) => [
      row.id,
      row,
    ]),
  );
  return linesOf<Pick<Snippet, "id" | "text">>(join(folder, "extraction/dataset.jsonl")).map((row) => ({
    ...row,
    memories: labels.get(row.id)?.memories ?? [],
  }));
}

function linesOf<Row>(path: string): Row[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Row);
}
