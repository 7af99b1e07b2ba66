import { startOf, widthOf } from "../../show/width-of.ts";

const colour = /(\u001b\[[\d;]*m)/;

/** A line, coloured or not, as lines of at most `width` columns, broken anywhere: a pane has an end, whatever is in it. */
export function fold(line: string, width: number): string[] {
  if (width < 1) return [];
  const lines: string[] = [];
  let open = "";
  let now = "";
  let left = width;
  for (const piece of line.split(colour)) {
    if (colour.test(piece)) {
      now += piece;
      open = isEnd(piece) ? "" : open + piece;
      continue;
    }
    let rest = piece;
    while (widthOf(rest) > left) {
      const start = startOf(rest, left);
      if (start === "" && left === width) break; // a mark that is wider than the pane
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

const reset = "\u001b[0m";

/** What ends a colour, bold, dim or inverse. */
function isEnd(sequence: string): boolean {
  return /\[(?:0|22|27|39|49)?m$/.test(sequence);
}
