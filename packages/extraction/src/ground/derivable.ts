import { canonicalText, terms } from "@holdfast/schema";
import { folded } from "./find-quote.ts";

/** A file that every session is given anyway: `AGENTS.md`, `CLAUDE.md`. */
export interface BootFile {
  readonly path: string;
  readonly text: string;
}

/** A boot file made ready to be compared with. */
export interface KnownBootFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly ReadonlySet<string>[];
}

export function readBootFile({ path, text }: BootFile): KnownBootFile {
  const lines = text
    .split(/\n+|(?<=[.!?])\s+/u)
    .map((line) => new Set(terms(line)))
    .filter(({ size }) => size >= fewestTerms);
  return { path, text: folded(text).toLowerCase(), lines };
}

/** Fewer terms say too little to be called the same. */
const fewestTerms = 3;

/** The boot file that says this already: word for word, or with all the terms of the statement in one of its sentences. */
export function bootFileSaying(
  files: readonly KnownBootFile[],
  statement: string,
): KnownBootFile | undefined {
  const words = canonicalText(statement)
    .toLowerCase()
    .replace(/[.!]+$/u, "");
  const wanted = [...new Set(terms(statement))];
  return files.find(
    ({ text, lines }) =>
      (words.length >= 15 && text.includes(words)) ||
      (wanted.length >= fewestTerms &&
        lines.some((line) => line.size <= 2 * wanted.length && wanted.every((term) => line.has(term)))),
  );
}

/** True for a quote that stands in a block of code of the text, not in what is said around it. */
export function isCode(text: string, quote: string): boolean {
  const prose = text.replace(
    /^[^\S\n]*(?:```|~~~)[^\n]*\n[\s\S]*?(?:^[^\S\n]*(?:```|~~~)[^\S\n]*$|$(?![\s\S]))/gmu,
    "\n\u0000\n",
  );
  return prose !== text && !folded(prose).includes(folded(quote));
}
