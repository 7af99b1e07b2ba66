import { wordSequence } from "@holdfast/schema";

/**
 * Both texts in one, written by code: `known` as it is, then the sentences of `heard` that are not in it, word for word and in their order.
 * Loses nothing but repetition; a code block counts as one sentence.
 */
export function unionText(known: string, heard: string): string {
  const said = new Set(linesOf(known).flat().map(keyOf));
  const added = linesOf(heard).flatMap((line) => newStretches(line, said));
  if (added.length === 0) return known;
  return known.trim() === "" ? added.join("\n") : `${known.trimEnd()}\n${added.join("\n")}`;
}

/** The sentences of a line that were not said, each stretch of them a line of its own: two that were apart don't become one. */
function newStretches(line: readonly string[], said: ReadonlySet<string>): string[] {
  const stretches: string[][] = [[]];
  for (const sentence of line) {
    if (said.has(keyOf(sentence))) stretches.push([]);
    else stretches.at(-1)?.push(sentence);
  }
  return stretches.filter((stretch) => stretch.length > 0).map((stretch) => stretch.join(" "));
}

/** What makes two sentences the same: their words; for a block of code, every character. */
function keyOf(sentence: string): string {
  return sentence.startsWith("```") ? sentence : wordSequence(sentence);
}

/** The lines of a text, each as its sentences; a fenced block is one line of one sentence. */
function linesOf(text: string): string[][] {
  return text
    .split(/^(```[^\n]*\n[\s\S]*?^```[^\n]*)$/mu)
    .flatMap((part, index) => (index % 2 === 1 ? [[part]] : part.split("\n").map(sentencesOf)));
}

function sentencesOf(line: string): string[] {
  return line
    .trimEnd()
    .split(/(?<=[\p{L}\p{N})\]"'`][.!?])\s+(?=[\p{Lu}\p{Lo}"'`([])|(?<=[\u3002\uff01\uff1f])/u)
    .filter((sentence) => sentence.trim() !== "");
}
