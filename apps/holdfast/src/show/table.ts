import { shortened, widthOf } from "./width-of.ts";
import { wrap } from "./wrap.ts";

/** One line of text, without control characters, and how it is coloured. */
export type Cell = string | { readonly text: string; readonly style: (text: string) => string };

const gap = 2;
/** On a screen too narrow for the table the last column is not squeezed further: the terminal breaks the lines. */
const leastLast = 16;

/**
 * Rows as aligned lines of at most `width` columns. `most` bounds every column but the last: what is longer is shortened with an ellipsis. A
 * column in which all cells are empty takes no room. The last column goes on in lines of its own.
 */
export function table(
  rows: readonly (readonly Cell[])[],
  { most, width }: { most: readonly number[]; width: number },
): string[] {
  const columns = most.map((limit, at) =>
    Math.min(limit, Math.max(0, ...rows.map((row) => widthOf(textOf(row[at] ?? ""))))),
  );
  const start = columns.reduce((sum, column) => sum + (column === 0 ? 0 : column + gap), 0);
  return rows.flatMap((row) => {
    const front = columns
      .map((column, at) => (column === 0 ? "" : padded(row[at] ?? "", column) + " ".repeat(gap)))
      .join("");
    const last = row[columns.length] ?? "";
    const [first = "", ...more] = wrap(textOf(last), Math.max(leastLast, width - start));
    return [front + styled(last, first), ...more.map((line) => " ".repeat(start) + styled(last, line))].map(
      (line) => line.trimEnd(),
    );
  });
}

function padded(cell: Cell, width: number): string {
  const text = shortened(textOf(cell), width);
  return styled(cell, text) + " ".repeat(width - widthOf(text));
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

function styled(cell: Cell, text: string): string {
  return typeof cell === "string" || text === "" ? text : cell.style(text);
}
