import { shortened, widthOf } from "../../show/width-of.ts";
import { visibleLine } from "../../visible-text.ts";

/** A text of a row, the columns it has, and how it is coloured. */
export interface RowCell {
  readonly text: string;
  readonly width: number;
  readonly style?: (text: string) => string;
}

/** One line of cells, each cut to its width, two columns apart. Texts of memory are made visible and even on the way. */
export function row(cells: readonly RowCell[]): string {
  return cells
    .filter(({ width }) => width > 0)
    .map(({ text, width, style = asItIs }, at, all) => {
      const shown = shortened(evenLine(text), width);
      const blank = at === all.length - 1 ? "" : " ".repeat(width - widthOf(shown));
      return (shown === "" ? "" : style(shown)) + blank;
    })
    .join("  ");
}

/**
 * One line in which every mark is as wide on any terminal: they disagree about joined emoji, their skin tones and their presentation, so
 * what joins and tones them is left out. What stands beside stays aligned.
 */
export function evenLine(text: string): string {
  return visibleLine(text).replace(uneven, "");
}

const uneven =
  /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})(?:\u200d|\p{Emoji_Modifier})|\ufe0f/gu;

function asItIs(text: string): string {
  return text;
}
