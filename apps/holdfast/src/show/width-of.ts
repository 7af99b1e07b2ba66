const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const without = /[\p{M}\u200c\u200d]/u;

/** Columns that a text without control characters takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const mark of text) width += without.test(mark) ? 0 : wide.test(mark) ? 2 : 1;
  return width;
}

/** The text, or as much of its start as fits into `most` columns, with an ellipsis. */
export function shortened(text: string, most: number): string {
  return widthOf(text) <= most ? text : `${startOf(text, most - 1)}\u2026`;
}

/** The longest start of a text that fits into `most` columns. */
export function startOf(text: string, most: number): string {
  let kept = "";
  let width = 0;
  for (const mark of text) {
    width += widthOf(mark);
    if (width > most) break;
    kept += mark;
  }
  return kept;
}
