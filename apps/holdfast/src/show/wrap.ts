import { startOf, widthOf } from "./width-of.ts";

/** One line of text as lines of at most `width` columns, broken at spaces where that is possible. */
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
    while (widthOf(line) > width) {
      const start = startOf(line, width) || [...line][0]!;
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  return line === "" ? lines : [...lines, line];
}
