import { startOf, widthOf } from "./width-of.ts";

/**
 * One line of text as lines of at most `width` columns, broken at spaces. A word that is longer stays whole, so that a path can be copied
 * from the screen, unless it is of a writing that has no spaces.
 */
export function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && widthOf(line) + 1 + widthOf(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    for (let left = widthOf(line); left > width && unspaced.test(line); ) {
      const start = startOf(line, width) || [...line][0]!;
      lines.push(start);
      line = line.slice(start.length);
      left -= widthOf(start);
    }
  }
  return line === "" ? lines : [...lines, line];
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
