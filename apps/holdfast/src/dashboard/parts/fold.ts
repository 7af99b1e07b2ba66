import { startOf, widthOf } from "../../show/width-of.ts";

const colour = /(\u001b\[[\d;]*m)/;

/** A line, coloured or not, as lines of at most `width` columns, broken at spaces or, where there is none, anywhere: a pane has an end. */
export function fold(line: string, width: number): string[] {
  if (width < 1) return [];
  const lines: string[] = [];
  let open = "";
  let now = "";
  let left = width;
  for (const piece of line.replaceAll("\t", tab).split(colour)) {
    if (colour.test(piece)) {
      now += piece;
      open = isEnd(piece) ? "" : open + piece;
      continue;
    }
    let rest = piece;
    for (;;) {
      const fitting = startOf(rest, left);
      if (fitting === rest) break;
      if (fitting === "" && left === width) break; // a mark that is wider than the pane
      const start = wholeWords(fitting, rest);
      lines.push(now + start + (open === "" ? "" : reset));
      rest = rest.slice(start.length);
      now = open;
      left = width;
    }
    now += rest;
    left -= widthOf(rest);
  }
  return [...lines, now];
}

/** The start without the word that it would tear, where it has others. */
function wholeWords(start: string, text: string): string {
  if (start === text || text[start.length] === " ") return start;
  const space = start.lastIndexOf(" ");
  return space < 1 || start.slice(0, space).trim() === "" ? start : start.slice(0, space + 1);
}

/** Where a tab leads depends on the terminal, and on what stands before. */
const tab = "  ";
const reset = "\u001b[0m";

/** What ends a colour, bold, dim or inverse. */
function isEnd(sequence: string): boolean {
  return /\[(?:0|22|27|39|49)?m$/.test(sequence);
}
